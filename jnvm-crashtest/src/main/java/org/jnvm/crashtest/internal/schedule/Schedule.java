package org.jnvm.crashtest.internal.schedule;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * In which order threads act: of those that can go on, the first one does, until it ends or has to wait. At some places
 * the thread that is at it becomes the last one. As a text {@code 1.0@17@23+2}: thread 1 before thread 0, changes after
 * 17 events, and after 23 events and 2 accesses.
 *
 * @param priorities the numbers of the threads, from 0
 * @param changes where the thread that is at it becomes the last one, in order
 */
public record Schedule(List<Integer> priorities, List<Place> changes) {
    /**
     * A place in a run.
     *
     * @param event how many events there were, of all threads
     * @param access how many accesses since the last one
     */
    public record Place(int event, int access) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return event != other.event ? Integer.compare(event, other.event) : Integer.compare(access, other.access);
        }

        @Override
        public String toString() {
            return access == 0 ? "" + event : event + "+" + access;
        }
    }

    /** Takes copies. */
    public Schedule {
        priorities = List.copyOf(priorities);
        changes = List.copyOf(changes);
    }

    /** Returns the schedule in which threads go on to their ends, one after the other. */
    public static Schedule plain(int threads) {
        return new Schedule(IntStream.range(0, threads).boxed().toList(), List.of());
    }

    @Override
    public String toString() {
        return priorities.stream().map(Object::toString).collect(Collectors.joining("."))
                + changes.stream().map(place -> "@" + place).collect(Collectors.joining());
    }

    /**
     * Reads a text.
     *
     * @throws RuntimeException if it is none
     */
    public static Schedule parse(String text) {
        String[] parts = text.split("@");
        return new Schedule(
                Arrays.stream(parts[0].split("\\.")).map(Integer::valueOf).toList(),
                Arrays.stream(parts).skip(1).map(Schedule::place).toList());
    }

    private static Place place(String text) {
        String[] parts = text.split("\\+");
        return new Place(Integer.parseInt(parts[0]), parts.length == 1 ? 0 : Integer.parseInt(parts[1]));
    }
}
