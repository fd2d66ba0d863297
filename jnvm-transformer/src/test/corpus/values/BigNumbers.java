package corpus.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Big numbers, which keep their scale, however long they are. */
public class BigNumbers {
    @Persistent
    static class Account {
        BigDecimal amount = BigDecimal.ZERO;
        BigInteger product = BigInteger.ONE;
        BigDecimal rate;

        BigDecimal add(BigDecimal more) {
            return amount = amount.add(more);
        }
    }

    public static void run(Stage s) {
        Account a = new Account();
        s.put("BigNumbers", a);
        for (String text : new String[] {"0.10", "-7", "1E+3", "2.5000", "1e-9"}) {
            s.print(a.add(new BigDecimal(text)), a.amount.scale(), a.amount.signum());
        }
        for (int i = 1; i <= 300; i++) {
            a.product = a.product.multiply(BigInteger.valueOf(i % 7 == 0 ? -i : i));
        }
        s.print(a.product, a.product.bitLength());
        s.caught(() -> s.print(a.amount.multiply(a.rate)));
        a.rate = new BigDecimal("1.0");
        s.print(a.rate.equals(new BigDecimal("1.00")), a.rate.compareTo(new BigDecimal("1.00")), a.rate.hashCode());
        s.caught(() -> a.rate = a.rate.setScale(0).divide(BigDecimal.valueOf(3)));
        s.reopen();
        Account b = s.get("BigNumbers");
        b.rate = b.rate.divide(BigDecimal.valueOf(3), 20, RoundingMode.HALF_EVEN);
        s.print(b.amount, b.product.mod(BigInteger.valueOf(1_000_003)), b.rate);
        b.product = null;
        s.print(b.product == null ? "none" : b.product.negate());
    }
}
