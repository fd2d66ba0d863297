package org.jnvm.bench.bank;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A bank behind HTTP, in a JVM of its own, until it is killed: {@code POST /transfers?from=1&to=2&amount=3} is answered with 204
 * when the transfer is done, {@code GET /balances} with the balance of each account in eight bytes, while no one
 * transfers.
 *
 * <p>Arguments: the {@link Variant}, the folder of its files, the number of accounts of a new bank, the port, or 0 for
 * any. Prints {@code LISTENING port ns} once it answers: the port, and how long opening the bank took.
 */
public final class BankServer {
    private static final String HOST = "127.0.0.1";
    private static final int THREADS_MAX = 16;
    /** Enough for a few clients on a few processors. */
    private static final int ACCEPTORS = 1;

    private BankServer() {}

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        long began = System.nanoTime();
        Bank bank = Variant.valueOf(arguments[0]).open(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
        long opened = System.nanoTime();
        System.out.println("LISTENING " + listen(bank, Integer.parseInt(arguments[3])) + " " + (opened - began));
    }

    private static int listen(Bank bank, int port) throws Exception {
        Server server = new Server(new QueuedThreadPool(THREADS_MAX));
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        ServerConnector connector = new ServerConnector(server, ACCEPTORS, 1, new HttpConnectionFactory(http));
        connector.setHost(HOST);
        connector.setPort(port);
        server.addConnector(connector);
        server.setHandler(new Counter(bank));
        server.start();
        return connector.getLocalPort();
    }

    /** Answers requests. */
    private static final class Counter extends Handler.Abstract {
        private final Bank bank;

        private Counter(Bank bank) {
            this.bank = bank;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws IOException {
            switch (Request.getPathInContext(request)) {
                case "/transfers" -> {
                    if (!HttpMethod.POST.is(request.getMethod())) {
                        return false;
                    }
                    Fields fields = Request.extractQueryParameters(request);
                    bank.transfer(
                            Integer.parseInt(fields.getValue("from")),
                            Integer.parseInt(fields.getValue("to")),
                            Long.parseLong(fields.getValue("amount")));
                    response.setStatus(HttpStatus.NO_CONTENT_204);
                    callback.succeeded();
                }
                case "/balances" -> {
                    ByteBuffer balances = ByteBuffer.allocate(Math.multiplyExact(bank.size(), Long.BYTES));
                    for (int i = 0; i < bank.size(); i++) {
                        balances.putLong(bank.balance(i));
                    }
                    Content.Sink.write(response, true, balances.flip());
                    callback.succeeded();
                }
                default -> {
                    return false;
                }
            }
            return true;
        }
    }
}
