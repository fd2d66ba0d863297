package org.jnvm.examples.shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * The shop behind HTTP: {@code POST /orders?id=…&customer=…&CODE=QUANTITY…}, {@code POST /orders/ID?state=PAID}, {@code GET /orders/ID},
 * {@code GET /orders?from=…&to=…}, {@code GET /products/CODE}. What it has answered is durable.
 */
public final class ShopServer {
    private static final int WORKERS = 8;

    private final Shop shop;
    private final HttpServer server;

    private ShopServer(Shop shop) throws IOException {
        this.shop = shop;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(WORKERS));
        server.createContext("/", this::answer);
    }

    /** Serves the shop in the file that is the argument; says on which port. */
    public static void main(String[] args) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer waits for 40 ms
        Shop shop = new Shop(Path.of(args[0]), Clock.system(ZoneId.systemDefault()));
        for (int i = 0; i < 10; i++) {
            if (args.length > 1) { // a new shop
                shop.offer(
                        "product" + i, new Money(new BigDecimal(i + ".99"), Currency.EUR), Integer.parseInt(args[1]));
            }
        }
        ShopServer serving = new ShopServer(shop);
        serving.server.start();
        System.out.println("port " + serving.server.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
        int status = 200;
        String text;
        try {
            text = text(exchange);
        } catch (NoSuchElementException e) {
            status = 404;
            text = e.getMessage();
        } catch (IllegalArgumentException | IllegalStateException e) {
            status = 400;
            text = e.getMessage();
        } catch (RuntimeException e) {
            status = 500;
            text = e.toString();
        }
        byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String text(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
        String name = path.substring(path.lastIndexOf('/') + 1);
        boolean post = exchange.getRequestMethod().equals("POST");
        if (path.equals("/orders")) {
            return post ? place(query) : list(query);
        }
        if (path.startsWith("/orders/")) {
            return post ? advance(name, query) : text(order(name));
        }
        if (path.startsWith("/products/")) {
            Product product = shop.product(name);
            return product.code() + " " + product.price() + " " + product.stock();
        }
        throw new NoSuchElementException("no such page: " + path);
    }

    private static Map<String, String> query(String query) {
        Map<String, String> parts = new TreeMap<>();
        for (String part : query == null ? new String[0] : query.split("&")) {
            String[] sides = part.split("=", 2);
            parts.put(sides[0], sides.length == 1 ? "" : URLDecoder.decode(sides[1], StandardCharsets.UTF_8));
        }
        return parts;
    }

    private String place(Map<String, String> query) {
        UUID id = UUID.fromString(query.remove("id"));
        String customer = query.remove("customer");
        Map<String, Integer> quantities = new TreeMap<>();
        query.forEach((code, quantity) -> quantities.put(code, Integer.valueOf(quantity)));
        return text(shop.place(id, customer, quantities));
    }

    private String advance(String id, Map<String, String> query) {
        if (!shop.advance(UUID.fromString(id), Order.State.valueOf(query.get("state")))) {
            throw new NoSuchElementException("no such order: " + id);
        }
        return text(order(id));
    }

    private String list(Map<String, String> query) {
        return shop.between(LocalDate.parse(query.get("from")), LocalDate.parse(query.get("to")))
                .map(ShopServer::text)
                .collect(Collectors.joining("\n"));
    }

    private Order order(String id) {
        Order order = shop.order(UUID.fromString(id));
        if (order == null) {
            throw new NoSuchElementException("no such order: " + id);
        }
        return order;
    }

    private static String text(Order order) {
        String lines = order.lines().stream()
                .map(line -> line.quantity() + " " + line.product())
                .collect(Collectors.joining(", "));
        return order.id() + " " + order.customer().name() + " " + order.date() + " " + order.state() + " [" + lines
                + "] " + order.sum();
    }
}
