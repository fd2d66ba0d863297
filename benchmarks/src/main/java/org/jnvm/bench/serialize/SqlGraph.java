package org.jnvm.bench.serialize;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** SQLite: a row for each object, in a transaction that is synced; with a write-ahead log. */
final class SqlGraph implements Graph {
    private final Connection connection;

    /** What is done with a database. */
    private interface Action {
        void run() throws SQLException;
    }

    SqlGraph(Path file) {
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode = WAL");
                statement.execute("PRAGMA synchronous = FULL");
                statement.execute(
                        "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, value INTEGER, first INTEGER, second INTEGER)");
            }
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static IllegalStateException failed(SQLException e) {
        return new IllegalStateException("database failed: " + e.getMessage(), e);
    }

    private void transaction(Action action) {
        try {
            action.run();
            connection.commit();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void make(Shape shape, int objects) {
        transaction(() -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO item VALUES (?, ?, ?, ?)")) {
                for (int i = 0; i < objects; i++) {
                    insert.setLong(1, i);
                    insert.setLong(2, i);
                    insert.setInt(3, shape.left(i, objects));
                    insert.setInt(4, shape.right(i, objects));
                    insert.executeUpdate();
                }
            }
        });
    }

    @Override
    public void change(int[] which, long value) {
        transaction(() -> {
            try (PreparedStatement update = connection.prepareStatement("UPDATE item SET value = ? WHERE id = ?")) {
                for (int number : which) {
                    update.setLong(1, value);
                    update.setLong(2, number);
                    update.executeUpdate();
                }
            }
        });
    }

    @Override
    public long sum() {
        try (Statement statement = connection.createStatement()) {
            PlainItem[] items;
            try (ResultSet count = statement.executeQuery("SELECT count(*) FROM item")) {
                count.next();
                items = new PlainItem[count.getInt(1)];
            }
            int[] links = new int[2 * items.length];
            try (ResultSet rows = statement.executeQuery("SELECT id, value, first, second FROM item")) {
                while (rows.next()) {
                    int number = rows.getInt(1);
                    items[number] = new PlainItem(number, rows.getLong(2));
                    links[2 * number] = rows.getInt(3);
                    links[2 * number + 1] = rows.getInt(4);
                }
            }
            for (int i = 0; i < items.length; i++) {
                items[i].link(items, links[2 * i], links[2 * i + 1]);
            }
            connection.commit();
            return items[0].sum();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        }
    }
}
