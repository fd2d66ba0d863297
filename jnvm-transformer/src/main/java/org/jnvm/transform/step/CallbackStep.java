package org.jnvm.transform.step;

/** Warns about methods that may be meant as callbacks of J-NVM and are none. */
final class CallbackStep extends Step {
    CallbackStep(Subject subject) {
        super(subject);
    }

    @Override
    void apply() {
        subject.methods().check(node, persistent).forEach(subject::warn);
    }
}
