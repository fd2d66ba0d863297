package org.jnvm.crashtest.internal.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jnvm.crashtest.internal.schedule.Schedule.Place;

/**
 * Which schedules are tried: those without a change; those with one, behind each event and before each access; and those
 * with two. Few changes find most bugs.
 */
public final class Schedules {
    private Schedules() {}

    /** Returns the schedules without a change, one for each order of the threads. */
    public static List<Schedule> plain(int threads) {
        List<Schedule> all = new ArrayList<>();
        addOrders(new ArrayList<>(), threads, all);
        return all;
    }

    private static void addOrders(List<Integer> order, int threads, List<Schedule> all) {
        if (order.size() == threads) {
            all.add(new Schedule(order, List.of()));
            return;
        }
        for (int thread = 0; thread < threads; thread++) {
            if (!order.contains(thread)) {
                order.add(thread);
                addOrders(order, threads, all);
                order.remove(order.size() - 1);
            }
        }
    }

    /**
     * Returns some schedules with changes. Where there are more than wanted the seed decides: half of them have a change
     * behind an event, a quarter one before an access, the others two.
     *
     * @param seed decides which
     * @param wanted how many at most
     * @param plain the schedules without a change
     * @param accesses for each of these, how many accesses there were after each event
     */
    public static List<Schedule> changed(long seed, int wanted, List<Schedule> plain, List<List<Integer>> accesses) {
        Random random = new Random(seed);
        List<Schedule> behindEvents = new ArrayList<>();
        List<Schedule> beforeAccesses = new ArrayList<>();
        for (int i = 0; i < plain.size(); i++) {
            for (int event = 0; event < accesses.get(i).size(); event++) {
                for (int access = event == 0 ? 1 : 0; access <= accesses.get(i).get(event); access++) {
                    Schedule once = new Schedule(plain.get(i).priorities(), List.of(new Place(event, access)));
                    (access == 0 ? behindEvents : beforeAccesses).add(once);
                }
            }
        }
        Collections.shuffle(behindEvents, random);
        Collections.shuffle(beforeAccesses, random);
        Set<Schedule> chosen = new LinkedHashSet<>();
        behindEvents.stream().limit((wanted + 1) / 2).forEach(chosen::add);
        beforeAccesses.stream().limit((wanted - chosen.size() + 1) / 2).forEach(chosen::add);
        List<Schedule> all =
                Stream.concat(behindEvents.stream(), beforeAccesses.stream()).toList();
        long pairs = (long) all.size() * all.size() / (2L * plain.size());
        for (long tries = 0; chosen.size() < wanted && tries < 4 * Math.min(pairs, wanted) && all.size() > 1; tries++) {
            chosen.add(twice(all, random));
        }
        return List.copyOf(chosen);
    }

    private static Schedule twice(List<Schedule> once, Random random) {
        Schedule one = once.get(random.nextInt(once.size()));
        Place first = one.changes().get(0);
        Place second = once.get(random.nextInt(once.size())).changes().get(0);
        List<Place> both = new ArrayList<>(List.of(first, second));
        Collections.sort(both);
        return new Schedule(one.priorities(), both);
    }
}
