package shop

import org.jnvm.Persistent

/** Kept as the number it is. */
@JvmInline
value class Cents(val amount: Long) {
    operator fun plus(other: Cents) = Cents(amount + other.amount)
}

enum class State { OPEN, PAID }

@Persistent
data class Customer(val name: String, val nick: String? = null, var visits: Int = 0, val vip: Boolean? = null)

@Persistent
class Order @JvmOverloads constructor(
    val number: String,
    val customer: Customer?,
    total: Cents = Cents(0),
    var state: State = State.OPEN,
) {
    var total: Cents = total
        private set
    var note: String? = null
        set(value) {
            field = value?.trim()
        }
    lateinit var place: String
    var isPaid: Boolean
        get() = state == State.PAID
        set(value) {
            state = if (value) State.PAID else State.OPEN
        }

    @Transient
    var session: Any? = null

    fun add(cents: Cents) {
        total += cents
    }

    fun placed() = this::place.isInitialized

    companion object {
        const val LIMIT = 3

        fun of(number: String) = Order(number, null)
    }
}

@Persistent
sealed class Event(open val at: Long) {
    abstract fun text(): String
}

@Persistent
class Sent(at: Long, var to: Customer) : Event(at) {
    override fun text() = "sent to ${to.name} at $at"
}

@Persistent
class Lost(override val at: Long, private val reason: String) : Event(-1) {
    override fun text() = "lost at $at: ${shorten { reason.take(it) }}"

    private inline fun shorten(by: (Int) -> String) = by(4)
}
