package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jnvm.transform.generated.ClassModel.Constructor;
import org.jnvm.transform.generated.ClassModel.Field;
import org.jnvm.transform.generated.ClassModel.Method;
import org.jnvm.transform.generated.Scope.Local;

/** Generates expressions of a given type, with all their side effects. */
final class Expressions {
    private static final List<String> INTS = List.of(
            "0", "1", "2", "7", "(-1)", "(-13)", "100", "255", "65_537", "Integer.MAX_VALUE", "Integer.MIN_VALUE");
    private static final List<String> LONGS =
            List.of("0L", "1L", "(-3L)", "(1L << 33)", "Long.MIN_VALUE", "Long.MAX_VALUE", "0x1234_5678_9ABC_DEFL");
    private static final List<String> DOUBLES =
            List.of("0.0", "0.5", "(-0.0)", "1e10", "Double.NaN", "(1.0 / 3)", "Double.MAX_VALUE");
    private static final List<String> TEXTS = List.of("\"\"", "\"a\"", "\"text\"", "\"\\u00e4\\u20ac\"", "\"x y\"");
    private static final int DEEPEST = 3;

    private final Random random;
    private final List<ClassModel> classes;
    /** Static methods of the main class. */
    private final List<Method> helpers;

    private int arms;

    Expressions(Random random, List<ClassModel> classes, List<Method> helpers) {
        this.random = random;
        this.classes = classes;
        this.helpers = helpers;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Returns an expression. */
    String of(Type type, Scope scope) {
        return of(type, scope, 0);
    }

    private String of(Type type, Scope scope, int depth) {
        if (depth >= DEEPEST || chance(0.4)) {
            return leaf(type, scope, depth);
        }
        for (int tries = 0; tries < 3; tries++) {
            String text = general(type, scope, depth + 1);
            if (text != null) {
                return text;
            }
        }
        return specific(type, scope, depth + 1);
    }

    private String leaf(Type type, Scope scope, int depth) {
        List<Local> locals = scope.locals.stream()
                .filter(local -> isAssignable(local.type(), type))
                .toList();
        if (!locals.isEmpty() && chance(0.6)) {
            return pick(locals).name();
        }
        if (scope.self != null && chance(0.5)) {
            List<Field> own = fields(
                    f -> scope.self.derivesFrom(f.owner()) && !f.needsOwnClass() && isAssignable(f.type(), type));
            if (!own.isEmpty()) {
                return scope.thisText + "." + pick(own).name();
            }
        }
        return switch (type.kind()) {
            case REFERENCE -> receiver(type.of(), scope, depth);
            case ENUM -> pick(List.of("Mode.A", "Mode.B", "Mode.C", "(Mode) null"));
            default -> constant(type);
        };
    }

    private String constant(Type type) {
        return switch (type.kind()) {
            case BOOLEAN -> String.valueOf(random.nextBoolean());
            case INTEGRAL -> type == Type.LONG ? pick(LONGS) : type == Type.INT ? pick(INTS) : cast(type, pick(INTS));
            case FLOATING -> cast(type, pick(DOUBLES));
            case BOX -> chance(0.05) ? cast(type, "null") : cast(type, constant(type.unboxed()));
            case STRING -> chance(0.05) ? "(String) null" : pick(TEXTS);
            default -> throw new AssertionError(type);
        };
    }

    /** Returns a value of a type that is no reference, else null. */
    String constantOf(Type type) {
        return type.kind() == Type.Kind.REFERENCE ? "null" : type == Type.ENUM ? "Mode.B" : constant(type);
    }

    private static String cast(Type type, String text) {
        return "((" + type.name() + ") " + text + ")";
    }

    static boolean isAssignable(Type from, Type to) {
        return from.kind() == Type.Kind.REFERENCE && to.kind() == Type.Kind.REFERENCE
                ? from.of().derivesFrom(to.of())
                : from.equals(to);
    }

    /** What there is for all types; null if there is nothing of it for this one. */
    private String general(Type type, Scope scope, int depth) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> fieldRead(type, scope, depth);
            case 2 -> call(type, scope, depth);
            case 3 ->
                "(" + of(Type.BOOLEAN, scope, depth) + " ? " + of(type, scope, depth) + " : " + of(type, scope, depth)
                        + ")";
            case 4 -> fieldWrite(type, scope, depth);
            case 5 -> superCall(type, scope, depth);
            case 6 -> chance(0.3) ? switchExpression(type, scope, depth) : null;
            default -> chance(0.3) ? lambda(type, scope, depth) : null;
        };
    }

    /** What there is for some types only. */
    private String specific(Type type, Scope scope, int depth) {
        return switch (type.kind()) {
            case BOOLEAN -> condition(scope, depth);
            case INTEGRAL -> integral(type, scope, depth);
            case FLOATING -> floating(type, scope, depth);
            case BOX ->
                chance(0.3)
                        ? leaf(type, scope, depth)
                        : "((" + type.name() + ") " + of(type.unboxed(), scope, depth) + ")";
            case STRING -> text(scope, depth);
            case ENUM -> "Mode.values()[Math.floorMod(" + of(Type.INT, scope, depth) + ", 3)]";
            case REFERENCE -> reference(type.of(), scope, depth);
        };
    }

    private String condition(Scope scope, int depth) {
        Type numeric = pick(Type.VALUES.stream().filter(Type::isNumeric).toList());
        return switch (random.nextInt(6)) {
            case 0 ->
                "(" + of(Type.BOOLEAN, scope, depth) + pick(List.of(" && ", " || ", " ^ ", " & ", " | ", " == "))
                        + of(Type.BOOLEAN, scope, depth) + ")";
            case 1 -> "!" + "(" + of(Type.BOOLEAN, scope, depth) + ")";
            case 2 ->
                "((PObject) " + of(Type.of(pick(classes)), scope, depth) + pick(List.of(" == ", " != "))
                        + (chance(0.3) ? "null" : of(Type.of(pick(classes)), scope, depth)) + ")";
            case 3 -> instanceOf(scope, depth);
            case 4 -> "(" + of(Type.ENUM, scope, depth) + " == " + of(Type.ENUM, scope, depth) + ")";
            default ->
                "(" + of(numeric, scope, depth) + pick(List.of(" < ", " >= ", " == ", " != "))
                        + of(numeric, scope, depth) + ")";
        };
    }

    private String instanceOf(Scope scope, int depth) {
        ClassModel narrow = testable();
        return "(" + wider(narrow, scope, depth) + " instanceof " + narrow.name + ")";
    }

    /** Returns a class that instanceof can test for. */
    ClassModel testable() {
        return pick(classes.stream().filter(c -> !c.name.contains("<")).toList());
    }

    /** Returns an expression for an object of a class or of another one; its type is a superclass or {@code PObject}. */
    String wider(ClassModel model, Scope scope, int depth) {
        List<ClassModel> wider =
                classes.stream().filter(c -> c != model && model.derivesFrom(c)).toList();
        ClassModel chosen = pick(wider.isEmpty() ? classes : wider);
        return "((" + (wider.isEmpty() ? "PObject" : chosen.name) + ") " + of(Type.of(chosen), scope, depth) + ")";
    }

    private String integral(Type type, Scope scope, int depth) {
        Type wide = type == Type.LONG ? Type.LONG : Type.INT;
        String value = switch (random.nextInt(8)) {
            case 0 ->
                "(" + of(wide, scope, depth) + pick(List.of(" << ", " >> ", " >>> ")) + of(Type.INT, scope, depth)
                        + ")";
            case 1 ->
                "(" + of(wide, scope, depth) + pick(List.of(" / ", " % ")) + "(" + of(wide, scope, depth)
                        + (chance(0.2) ? "))" : " | 1))");
            case 2 -> "Main.table[" + of(Type.INT, scope, depth) + " & 7]" + pick(List.of("", "++", "--"));
            case 3 ->
                "((int) "
                        + cast(
                                new Type("Integer", Type.Kind.BOX, null),
                                "(Integer) " + of(box("Integer"), scope, depth))
                        + ")";
            case 4 -> "World.cut(\"\" + " + of(Type.STRING, scope, depth) + ").length()";
            case 5 -> "(" + pick(List.of("~", "-")) + of(wide, scope, depth) + ")";
            default ->
                "(" + of(wide, scope, depth) + pick(List.of(" + ", " - ", " * ", " & ", " | ", " ^ "))
                        + of(wide, scope, depth) + ")";
        };
        return cast(type, value);
    }

    private static Type box(String name) {
        return Type.VALUES.stream()
                .filter(t -> t.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String floating(Type type, Scope scope, int depth) {
        Type other = pick(Type.VALUES.stream().filter(Type::isNumeric).toList());
        return cast(
                type,
                "(" + of(type, scope, depth) + pick(List.of(" + ", " - ", " * ", " / ", " % "))
                        + of(other, scope, depth) + ")");
    }

    private String text(Scope scope, int depth) {
        Type other = pick(Type.VALUES);
        return chance(0.2)
                ? "String.valueOf(" + of(other == Type.STRING ? Type.INT : other, scope, depth) + ")"
                : "World.cut(" + of(Type.STRING, scope, depth) + " + " + of(other, scope, depth) + ")";
    }

    private String reference(ClassModel model, Scope scope, int depth) {
        List<ClassModel> concrete = classes.stream()
                .filter(c -> c.isConcrete() && c.derivesFrom(model))
                .toList();
        return switch (random.nextInt(5)) {
            case 0 -> chance(0.3) ? cast(Type.of(model), "null") : receiver(model, scope, depth);
            case 1 -> chance(0.5) ? cast(Type.of(model), wider(model, scope, depth)) : receiver(model, scope, depth);
            case 2, 3 -> "(World.spend() ? " + construct(pick(concrete), scope, depth) + " : null)";
            default -> receiver(model, scope, depth);
        };
    }

    /** Returns an expression that makes an object. */
    String construct(ClassModel model, Scope scope, int depth) {
        Constructor constructor = pick(model.constructors);
        return "new " + model.name + "(" + arguments(constructor.parameters(), scope, depth) + ")";
    }

    /** Returns the arguments of a call. */
    String arguments(List<Type> parameters, Scope scope) {
        return arguments(parameters, scope, 1);
    }

    private String arguments(List<Type> parameters, Scope scope, int depth) {
        List<String> arguments = new ArrayList<>();
        for (Type parameter : parameters) {
            arguments.add(of(parameter, scope, depth));
        }
        return String.join(", ", arguments);
    }

    /** Returns an expression for an object, which is seldom null. */
    String receiver(ClassModel model, Scope scope, int depth) {
        if (scope.self != null && scope.self.derivesFrom(model) && chance(0.4)) {
            return scope.thisText;
        }
        List<Local> locals = scope.locals.stream()
                .filter(local -> isAssignable(local.type(), Type.of(model)))
                .toList();
        if (!locals.isEmpty() && chance(0.4)) {
            return pick(locals).name();
        }
        String root = "Main.r"
                + pick(classes.stream()
                                .filter(c -> c.isConcrete() && c.derivesFrom(model))
                                .toList())
                        .name;
        List<Field> links = fields(f -> isAssignable(f.type(), Type.of(model)));
        if (depth > DEEPEST || links.isEmpty() || chance(0.3)) {
            return root;
        }
        String path = path(pick(links), scope, depth + 1);
        return chance(0.05) ? path : "World.<" + model.name + ">or(" + path + ", " + root + ")";
    }

    private List<Field> fields(Predicate<Field> wanted) {
        return classes.stream().flatMap(c -> c.fields.stream()).filter(wanted).toList();
    }

    /** Returns an expression that names a field of some object. */
    private String path(Field field, Scope scope, int depth) {
        if (!field.needsOwnClass() && scope.overridden != null && depth == 1 && chance(0.1)) {
            ClassModel superclass = scope.self.superclass;
            if (superclass.derivesFrom(field.owner())) {
                return "super." + field.name();
            }
        }
        String receiver = receiver(field.owner(), scope, depth);
        // what a subclass does not inherit has to be named by its own class
        return (field.needsOwnClass() ? "((" + field.owner().name + ") " + receiver + ")" : receiver) + "."
                + field.name();
    }

    private String fieldRead(Type type, Scope scope, int depth) {
        List<Field> fields = fields(f -> isAssignable(f.type(), type));
        return fields.isEmpty() ? null : path(pick(fields), scope, depth);
    }

    /** Returns an assignment, compound assignment or increment of a field, or null if there is none. */
    String fieldWrite(Type type, Scope scope, int depth) {
        List<Field> fields = fields(f -> f.type().equals(type) && !f.isFinal());
        if (fields.isEmpty()) {
            return null;
        }
        String path = path(pick(fields), scope, depth);
        return "(" + write(path, type, scope, depth) + ")";
    }

    /** Returns an assignment, compound assignment or increment of a variable. */
    String write(String variable, Type type, Scope scope, int depth) {
        boolean counts =
                type.isNumeric() || type.kind() == Type.Kind.BOX && !type.name().equals("Boolean");
        if (counts && chance(0.3)) {
            String step = pick(List.of("++", "--"));
            return chance(0.5) ? variable + step : step + variable;
        }
        if (type.isNumeric() && chance(0.4)) {
            List<String> operators = type.kind() == Type.Kind.FLOATING
                    ? List.of("+=", "-=", "*=", "/=")
                    : List.of("+=", "-=", "*=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "/=", "%=");
            String operator = pick(operators);
            boolean shift = operator.length() > 2;
            boolean bits = "&=|=^=".contains(operator);
            Type operand = shift || bits || chance(0.5) ? (bits ? type : Type.INT) : pick(numeric());
            return variable + " " + operator + " " + of(operand, scope, depth);
        }
        if (type == Type.BOOLEAN && chance(0.4)) {
            return variable + pick(List.of(" &= ", " |= ", " ^= ")) + of(Type.BOOLEAN, scope, depth);
        }
        if (type == Type.STRING && chance(0.3)) {
            return variable + " = World.cut(" + variable + " += " + of(pick(Type.VALUES), scope, depth) + ")";
        }
        return variable + " = " + of(type, scope, depth);
    }

    private static List<Type> numeric() {
        return Type.VALUES.stream().filter(Type::isNumeric).toList();
    }

    private String call(Type type, Scope scope, int depth) {
        List<Method> methods = methods()
                .filter(m -> m.result() != null && isAssignable(m.result(), type))
                .toList();
        return methods.isEmpty()
                ? null
                : "(World.spend() ? " + call(pick(methods), scope, depth) + " : " + type.zero() + ")";
    }

    /** Returns all methods that can be called from anywhere. */
    Stream<Method> methods() {
        return Stream.concat(helpers.stream(), classes.stream().flatMap(c -> c.methods.stream()));
    }

    /** Returns a call of a method. */
    String call(Method method, Scope scope, int depth) {
        if (method.owner() == null) {
            return "Main." + method.name() + "(" + arguments(method.parameters(), scope, depth) + ")";
        }
        String receiver = receiver(method.owner(), scope, depth);
        String named = method.isPrivate() ? "((" + method.owner().name + ") " + receiver + ")" : receiver;
        return named + "." + method.name() + "(" + arguments(method.parameters(), scope, depth) + ")";
    }

    private String superCall(Type type, Scope scope, int depth) {
        Method method = scope.overridden;
        if (method == null || method.isAbstract() || method.result() == null || !isAssignable(method.result(), type)) {
            return null;
        }
        return "(World.spend() ? super." + method.name() + "(" + arguments(method.parameters(), scope, depth) + ") : "
                + type.zero() + ")";
    }

    private String switchExpression(Type type, Scope scope, int depth) {
        String arm = "arm" + arms++;
        return "(switch (" + of(Type.INT, scope, depth) + " & 3) { case 0 -> " + of(type, scope, depth)
                + "; case 1, 2 -> { World.print(\"arm\"); " + type.name() + " " + arm + " = " + of(type, scope, depth)
                + "; yield " + arm + "; } default -> " + of(type, scope, depth) + "; })";
    }

    private String lambda(Type type, Scope scope, int depth) {
        boolean anonymous = chance(0.4);
        String boxed = switch (type.name()) {
            case "int" -> "Integer";
            case "char" -> "Character";
            default ->
                Character.toUpperCase(type.name().charAt(0)) + type.name().substring(1);
        };
        String value = of(type, scope.captured(anonymous), depth);
        String lambda = anonymous
                ? "new java.util.function.Supplier<" + boxed + ">() { public " + boxed + " get() { return " + value
                        + "; } }"
                : "() -> " + value;
        return "((" + type.name() + ") World.<" + boxed + ">call(" + lambda + "))";
    }
}
