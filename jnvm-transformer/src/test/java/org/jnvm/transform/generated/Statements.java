package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jnvm.transform.generated.ClassModel.Method;
import org.jnvm.transform.generated.Piece.Group;
import org.jnvm.transform.generated.Scope.Local;

/** Generates statements; each is a group of its own. */
final class Statements {
    private static final int DEEPEST = 2;

    private final Random random;
    private final Expressions expressions;
    private final List<ClassModel> classes;
    private int names;

    Statements(Random random, Expressions expressions, List<ClassModel> classes) {
        this.random = random;
        this.expressions = expressions;
        this.classes = classes;
    }

    String name(String prefix) {
        return prefix + names++;
    }

    Type anyType() {
        if (expressions.chance(0.2)) {
            return Type.of(expressions.pick(classes));
        }
        if (expressions.chance(0.2)) {
            return expressions.chance(0.15)
                    ? Type.ANY
                    : expressions.collections().any();
        }
        return expressions.pick(Type.VALUES);
    }

    private String of(Type type, Scope scope) {
        return expressions.of(type, scope);
    }

    /**
     * Generates a list of statements.
     *
     * @param count about how many
     * @param scope where they stand; gets the variables that they declare
     * @param result the type that a return gives; null where there is none
     * @param returns whether a return may stand here at all
     */
    List<Group> list(int count, Scope scope, Type result, boolean returns) {
        return list(count, scope, new Exit(result, returns), 0);
    }

    private List<Group> list(int count, Scope scope, Exit exit, int depth) {
        List<Group> statements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int before = scope.locals.size();
            Group statement = statement(scope, exit, depth);
            statements.add(scope.locals.size() == before ? statement.free() : statement);
        }
        return statements;
    }

    private Group block(Scope scope, Exit exit, int depth) {
        return new Group()
                .text("{\n")
                .addAll(list(1 + random.nextInt(2), scope.block(), exit, depth + 1))
                .text("}\n");
    }

    private Group statement(Scope scope, Exit exit, int depth) {
        int kinds = depth < DEEPEST ? 22 : 9;
        Group group = new Group();
        return switch (random.nextInt(kinds)) {
            case 0, 1, 2 -> group.text(fieldWrite(scope) + ";\n");
            case 3 -> declaration(scope, group);
            case 4 -> localWrite(scope, group);
            case 5 -> group.text(call(scope));
            case 6 -> group.text("World.print(" + of(expressions.pick(Type.VALUES), scope) + ");\n");
            case 7 -> leave(scope, exit, group);
            case 8 -> group.text(expressions.collections().statement(name("x"), scope));
            case 9, 10 -> choice(scope, exit, depth, group);
            case 11, 12 -> counted(scope, exit, depth, group);
            case 13 -> whileLoop(scope, exit, depth, group);
            case 14, 15 -> handlers(scope, exit, depth, group);
            case 16, 17 -> switchStatement(scope, exit, depth, group);
            case 18 ->
                group.text("synchronized (" + expressions.receiver(expressions.pick(classes), scope, 1) + ") ")
                        .add(block(scope, exit, depth));
            case 19, 20 -> runnable(scope, depth, group);
            default -> pattern(scope, exit, depth, group);
        };
    }

    private String fieldWrite(Scope scope) {
        for (int tries = 0; tries < 9; tries++) {
            String write = expressions.fieldStatement(anyType(), scope);
            if (write != null) {
                return write;
            }
        }
        return "Main.table[1]++";
    }

    private Group declaration(Scope scope, Group group) {
        Type type = anyType();
        boolean constant = expressions.chance(0.5);
        String name = name("v");
        group.text((constant ? "final " : "") + type.name() + " " + name + " = " + of(type, scope) + ";\n");
        scope.locals.add(new Local(name, type, !constant));
        return group;
    }

    private Group localWrite(Scope scope, Group group) {
        List<Local> variables = scope.locals.stream().filter(Local::assignable).toList();
        if (variables.isEmpty()) {
            return declaration(scope, group);
        }
        Local variable = expressions.pick(variables);
        return group.text(expressions.write(variable.name(), variable.type(), scope, 0) + ";\n");
    }

    private String call(Scope scope) {
        List<Method> methods = expressions.methods().toList();
        String call = methods.isEmpty() || expressions.chance(0.2)
                ? expressions.construct(expressions.pick(concrete()), scope, 1)
                : expressions.call(expressions.pick(methods), scope, 1);
        return "if (World.spend()) { " + call + "; }\n";
    }

    private List<ClassModel> concrete() {
        return classes.stream().filter(ClassModel::isConcrete).toList();
    }

    private Group leave(Scope scope, Exit exit, Group group) {
        group.text("if (" + of(Type.BOOLEAN, scope) + ") { ");
        if (expressions.chance(0.4) && !scope.loops.isEmpty()) {
            String label = expressions.pick(scope.loops);
            group.text(expressions.chance(0.5) ? "break " + label + ";" : "continue " + label + ";");
        } else if (expressions.chance(0.5) && exit.returns) {
            group.text(exit.result == null ? "return;" : "return " + of(exit.result, scope) + ";");
        } else {
            group.text("throw new Boom(" + of(Type.INT, scope) + ");");
        }
        return group.text(" }\n");
    }

    private Group choice(Scope scope, Exit exit, int depth, Group group) {
        group.text("if (" + of(Type.BOOLEAN, scope) + ") ").add(block(scope, exit, depth));
        return expressions.chance(0.5) ? group.add(new Group().text("else ").add(block(scope, exit, depth))) : group;
    }

    private Group counted(Scope scope, Exit exit, int depth, Group group) {
        Scope inner = scope.block();
        String variable = name("i");
        String label = name("loop");
        inner.locals.add(new Local(variable, Type.INT, true));
        inner.loops.add(label);
        // a body may change the variable, but the number of rounds stays bounded
        String rounds = name("n");
        return group.text(label + ": for (int " + variable + " = 0, " + rounds + " = 0; " + rounds + "++ < "
                        + (1 + random.nextInt(4)) + "; " + variable + "++) ")
                .add(block(inner, exit, depth));
    }

    private Group whileLoop(Scope scope, Exit exit, int depth, Group group) {
        Scope inner = scope.block();
        String rounds = name("n");
        String label = name("loop");
        inner.loops.add(label);
        group.text("int " + rounds + " = 0;\n");
        String condition = "(" + rounds + "++ < " + (1 + random.nextInt(3)) + " && " + of(Type.BOOLEAN, scope) + ")";
        if (expressions.chance(0.5)) {
            return group.text(label + ": while " + condition + " ").add(block(inner, exit, depth));
        }
        return group.text(label + ": do ").add(block(inner, exit, depth)).text("while " + condition + ";\n");
    }

    private Group handlers(Scope scope, Exit exit, int depth, Group group) {
        group.text("try ").add(block(scope, exit, depth));
        boolean anyHandler = expressions.chance(0.8);
        if (anyHandler) {
            String variable = name("e");
            String type = expressions.pick(List.of(
                    "Boom",
                    "RuntimeException",
                    "NullPointerException | ArithmeticException",
                    "ClassCastException | Boom"));
            group.text("catch (" + type + " " + variable + ") {\n")
                    .add(new Group().text("World.print(World.describe(" + variable + "));\n"))
                    .addAll(list(1, scope.block(), exit, depth + 1));
            group.text(expressions.chance(0.2) ? "throw " + variable + ";\n}\n" : "}\n");
        }
        return anyHandler && expressions.chance(0.6)
                ? group
                : group.text("finally ").add(block(scope, exit, depth));
    }

    private Group switchStatement(Scope scope, Exit exit, int depth, Group group) {
        int kind = random.nextInt(3);
        String selector = switch (kind) {
            case 0 -> "\"\" + " + of(Type.STRING, scope);
            case 1 -> of(Type.INT, scope) + " & 3";
            default -> of(Type.ENUM, scope);
        };
        List<String> labels = switch (kind) {
            case 0 -> List.of("\"a\"", "\"text\"", "\"\"");
            case 1 -> List.of("0", "1", "3");
            default -> List.of("C", "A");
        };
        group.text("switch (" + selector + ") {\n");
        for (String label : labels) {
            group.text("case " + label + ":\n").add(block(scope, exit, depth));
            if (expressions.chance(0.6)) {
                group.text("break;\n");
            }
        }
        return group.text("default:\n").add(block(scope, exit, depth)).text("}\n");
    }

    private Group runnable(Scope scope, int depth, Group group) {
        boolean anonymous = expressions.chance(0.4);
        Scope inner = scope.captured(anonymous);
        String variable = name("run");
        Exit exit = new Exit(null, true);
        if (anonymous) {
            group.text("Runnable " + variable + " = new Runnable() { public void run() ")
                    .add(block(inner, exit, depth))
                    .text("};\n");
        } else {
            group.text("Runnable " + variable + " = () -> ")
                    .add(block(inner, exit, depth))
                    .text(";\n");
        }
        return group.text(variable + ".run();\n");
    }

    private Group pattern(Scope scope, Exit exit, int depth, Group group) {
        ClassModel narrow = expressions.testable();
        String variable = name("p");
        Scope inner = scope.block();
        inner.locals.add(new Local(variable, Type.of(narrow), false));
        String wider = expressions.chance(0.3) ? of(Type.ANY, scope) : expressions.wider(narrow, scope, 1);
        return group.text("if (" + wider + " instanceof " + narrow.name + " " + variable + ") ")
                .add(block(inner, exit, depth));
    }

    /** How a method may be left. */
    private record Exit(Type result, boolean returns) {}
}
