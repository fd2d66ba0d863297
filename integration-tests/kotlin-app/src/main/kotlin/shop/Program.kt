package shop

import org.jnvm.Heap

/** What the test runs, before and after a restart. */
object Program {
    @JvmStatic
    fun dataClasses(heap: Heap): String {
        val ann = Customer("Ann", visits = 2)
        heap.root().put("ann", ann)
        val (name, nick, visits, vip) = ann
        val other = ann.copy(nick = "A", vip = true)
        ann.visits++
        heap.root().put("other", other)
        return "$name $nick $visits $vip | $other | ${other == other.copy()} ${other == ann}"
    }

    @JvmStatic
    fun dataClassesAgain(heap: Heap): String {
        val ann = heap.root().get("ann", Customer::class.java)!!
        val other = heap.root().get("other", Customer::class.java)!!
        return "$ann | $other | ${other == Customer("Ann", "A", 2, true)} ${setOf(ann, ann.copy()).size}"
    }

    @JvmStatic
    fun classes(heap: Heap): String {
        val order = Order("A-1", Customer("Ann"), Cents(5))
        val before = order.placed()
        order.add(Cents(7))
        order.note = "  soon "
        order.place = "here"
        order.isPaid = true
        order.session = heap
        heap.root().put("order", order)
        return "$before ${show(order)} ${order.session === heap} ${show(Order.of("B"))} ${Order.LIMIT}"
    }

    @JvmStatic
    fun classesAgain(heap: Heap): String {
        val order = heap.root().get("order", Order::class.java)!!
        return "${order.placed()} ${show(order)} ${order.session} ${order === heap.root().get("order")}"
    }

    private fun show(order: Order) =
        with(order) { "$number ${customer?.name} ${total.amount} $state ${note ?: "-"} ${if (placed()) place else "?"} $isPaid" }

    @JvmStatic
    fun hierarchies(heap: Heap): String {
        heap.root().put("sent", Sent(9, Customer("Ann")))
        heap.root().put("lost", Lost(8, "stolen"))
        return hierarchiesAgain(heap)
    }

    @JvmStatic
    fun hierarchiesAgain(heap: Heap): String =
        listOf("sent", "lost").map { heap.root().get(it, Event::class.java)!! }.joinToString { event ->
            when (event) {
                is Sent -> "${event.text()}, ${event.to.visits}"
                is Lost -> event.text()
            }
        }
}
