package corpus.values;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Fields of all types of java.time: extreme values, zones and offsets, null, arithmetic. */
public class Times {
    @Persistent
    static class Flight {
        Instant booked = Instant.EPOCH;
        Duration delay = Duration.ofNanos(-1);
        LocalDate day = LocalDate.of(2024, 2, 29);
        LocalTime boarding = LocalTime.MAX;
        LocalDateTime departure;
        ZonedDateTime arrival;
        OffsetDateTime landed = OffsetDateTime.MIN;

        void print(Stage stage) {
            stage.print(booked, delay, day, boarding, departure, arrival, landed);
        }
    }

    public static void run(Stage s) {
        Flight f = new Flight();
        f.print(s);
        ZonedDateTime twice = LocalDateTime.of(2021, 10, 31, 2, 30).atZone(ZoneId.of("Europe/Berlin"));
        for (ZonedDateTime each :
                new ZonedDateTime[] {twice, twice.withLaterOffsetAtOverlap(), twice.withZoneSameInstant(ZoneOffset.MIN)
                }) {
            f.arrival = each;
            s.print(f.arrival.equals(each), f.arrival.getOffset(), f.arrival.toInstant(), f.arrival.compareTo(twice));
        }
        f.departure = f.day.atTime(f.boarding).plus(f.delay);
        f.booked = f.booked.minusNanos(1);
        f.delay = f.delay.multipliedBy(f.day.getDayOfMonth()).abs();
        f.landed = f.arrival.toOffsetDateTime();
        f.day = f.day.plusYears(1);
        f.boarding = f.boarding.plusNanos(1);
        f.print(s);
        s.caught(() -> f.day = f.day.withDayOfMonth(30));
        try {
            f.booked = Instant.MAX.plusNanos(1);
        } catch (DateTimeException e) {
            s.print("not before", f.booked.isBefore(Instant.EPOCH));
        }
        f.booked = Instant.MIN;
        f.delay = Duration.ofSeconds(Long.MIN_VALUE);
        f.day = LocalDate.MIN;
        f.departure = LocalDateTime.MAX;
        f.arrival = null;
        f.print(s);
        s.print("it is " + f.departure + f.arrival + f.day, f.booked.hashCode() == Instant.MIN.hashCode());
    }
}
