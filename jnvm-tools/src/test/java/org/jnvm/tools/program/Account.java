package org.jnvm.tools.program;

import org.jnvm.PObject;
import org.jnvm.Persistent;

@Persistent
class Account implements PObject {
    long balance;
    long transfers;
    boolean recovered;

    Account(long balance) {
        this.balance = balance;
    }

    public void recover() {
        recovered = true;
    }
}
