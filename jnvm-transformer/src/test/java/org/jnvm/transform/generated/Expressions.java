package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final List<String> COMPOUND_BOXES = List.of("Integer", "Long", "Float", "Double");
    /** A part of a snippet that stands for an expression. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w[^{}]*)}");

    private static final int DEEPEST = 3;

    private final Random random;
    private final List<ClassModel> classes;
    /** Static methods of the main class. */
    private final List<Method> helpers;

    private final CollectionExpressions collections;
    private int arms;

    Expressions(Random random, List<ClassModel> classes, List<Method> helpers) {
        this.random = random;
        this.classes = classes;
        this.helpers = helpers;
        this.collections = new CollectionExpressions(this);
    }

    /** Returns what there is for collections. */
    CollectionExpressions collections() {
        return collections;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    int random(int bound) {
        return random.nextInt(bound);
    }

    <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Returns an expression. */
    String of(Type type, Scope scope) {
        return of(type, scope, 0);
    }

    /** Returns an expression that stands in others. */
    String of(Type type, Scope scope, int depth) {
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
            Local local = pick(locals);
            return as(type, local.type(), local.name());
        }
        if (scope.self != null && chance(0.5)) {
            List<Field> own = fields(
                    f -> scope.self.derivesFrom(f.owner()) && !f.needsOwnClass() && isAssignable(f.type(), type));
            if (!own.isEmpty()) {
                Field field = pick(own);
                return as(type, field.type(), scope.thisText + "." + field.name());
            }
        }
        return switch (type.kind()) {
            case REFERENCE -> receiver(type.of(), scope, depth);
            case ENUM -> pick(List.of("Mode.A", "Mode.B", "Mode.C", "(Mode) null"));
            case ANY -> anything(scope, depth);
            case COLLECTION -> collections.small(type);
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
            case VALUE, OPEN -> cast(type, chance(0.05) ? "null" : pick(Snippets.constants(type)));
            default -> throw new AssertionError(type);
        };
    }

    /** Returns a value of a type that is no reference, else null. */
    String constantOf(Type type) {
        return switch (type.kind()) {
            case REFERENCE -> "null";
            case ENUM -> "Mode.B";
            case ANY -> "World.assigned(" + pick(Snippets.constants(Type.value("Object"))) + ")";
            case COLLECTION -> "World.assigned(" + collections.small(type) + ")";
            default -> constant(type);
        };
    }

    /** Returns a value that is not null of a type of values or collections. */
    String present(Type type) {
        return switch (type.kind()) {
            case ENUM -> "Mode.A";
            case STRING -> TEXTS.get(1);
            case BOX -> cast(type, cast(type.unboxed(), type.name().equals("Boolean") ? "true" : "1"));
            case COLLECTION -> collections.small(type);
            default -> cast(type, Snippets.constants(type).get(0));
        };
    }

    private static String cast(Type type, String text) {
        return "((" + type.name() + ") " + text + ")";
    }

    static boolean isAssignable(Type from, Type to) {
        return switch (to.kind()) {
            case REFERENCE -> from.kind() == Type.Kind.REFERENCE && from.of().derivesFrom(to.of());
            case COLLECTION -> CollectionExpressions.isAssignable(from, to);
            case ANY -> !from.isPrimitive();
            case OPEN ->
                from.equals(to)
                        || to.name().equals("Object") && from.kind() != Type.Kind.REFERENCE && !from.isConverted();
            default -> from.equals(to);
        };
    }

    /** Returns an expression as one of a wider type, so that it can stand wherever that is meant. */
    private static String as(Type type, Type actual, String text) {
        boolean wider = type.kind() == Type.Kind.OPEN || type.isConverted();
        return wider && !actual.equals(type) ? cast(type, text) : text;
    }

    /** Returns an expression for what a field of type Object can be given. */
    private String anything(Scope scope, int depth) {
        Type type = switch (random.nextInt(4)) {
            case 0 -> Type.of(pick(classes));
            case 1 -> collections.any();
            case 2 -> null;
            default -> pick(Type.VALUES);
        };
        return "((Object) " + (type == null ? collections.array(scope, depth + 1) : of(type, scope, depth + 1)) + ")";
    }

    /** Returns one of the expressions that a type has of its own, or null. */
    private String derived(Type type, Scope scope, int depth) {
        List<String> snippets = Snippets.derived(type);
        if (snippets.isEmpty()) {
            return null;
        }
        String same = pick(Snippets.COMPARABLE);
        StringBuilder text = new StringBuilder();
        Matcher placeholders = PLACEHOLDER.matcher(pick(snippets));
        while (placeholders.find()) {
            String name = placeholders.group(1);
            Type part = Type.value(name.equals("Comparable") || name.equals("Same") ? same : name);
            placeholders.appendReplacement(text, Matcher.quoteReplacement("(" + of(part, scope, depth) + ")"));
        }
        return cast(type, "(" + placeholders.appendTail(text) + ")");
    }

    /** What there is for all types; null if there is nothing of it for this one. */
    private String general(Type type, Scope scope, int depth) {
        return switch (random.nextInt(9)) {
            case 0, 1 -> fieldRead(type, scope, depth);
            case 2 -> call(type, scope, depth);
            case 3 ->
                "(" + of(Type.BOOLEAN, scope, depth) + " ? " + of(type, scope, depth) + " : " + of(type, scope, depth)
                        + ")";
            case 4 -> fieldWrite(type, scope, depth);
            case 5 -> superCall(type, scope, depth);
            case 6 -> chance(0.5) ? derived(type, scope, depth) : collections.part(type, scope, depth);
            case 7 -> chance(0.3) ? switchExpression(type, scope, depth) : null;
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
            case VALUE, OPEN -> derived(type, scope, depth);
            case COLLECTION -> collections.fresh(type, scope, depth);
            case ANY -> anything(scope, depth);
            case REFERENCE -> reference(type.of(), scope, depth);
        };
    }

    private String condition(Scope scope, int depth) {
        Type numeric = pick(Type.VALUES.stream().filter(Type::isNumeric).toList());
        return switch (random.nextInt(7)) {
            case 0 ->
                "(" + of(Type.BOOLEAN, scope, depth) + pick(List.of(" && ", " || ", " ^ ", " & ", " | ", " == "))
                        + of(Type.BOOLEAN, scope, depth) + ")";
            case 1 -> "!" + "(" + of(Type.BOOLEAN, scope, depth) + ")";
            case 2 ->
                "((PObject) " + of(Type.of(pick(classes)), scope, depth) + pick(List.of(" == ", " != "))
                        + (chance(0.3) ? "null" : of(Type.of(pick(classes)), scope, depth)) + ")";
            case 3 -> instanceOf(scope, depth);
            case 4 ->
                "(" + of(Type.ANY, scope, depth) + pick(List.of(" == ", " != "))
                        + of(Type.of(pick(classes)), scope, depth) + ")";
            case 5 -> "(" + of(Type.ENUM, scope, depth) + " == " + of(Type.ENUM, scope, depth) + ")";
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
            case 3 -> "((int) " + cast(box("Integer"), "(Integer) " + of(box("Integer"), scope, depth)) + ")";
            case 4 -> "World.cut(\"\" + " + of(Type.STRING, scope, depth) + ").length()";
            case 5 -> "(" + pick(List.of("~", "-")) + of(wide, scope, depth) + ")";
            default ->
                "(" + of(wide, scope, depth) + pick(List.of(" + ", " - ", " * ", " & ", " | ", " ^ "))
                        + of(wide, scope, depth) + ")";
        };
        return cast(type, value);
    }

    private static Type box(String name) {
        return Type.value(name);
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
        String root = root(model);
        List<Field> links = fields(f -> isAssignable(f.type(), Type.of(model)));
        if (depth > DEEPEST || links.isEmpty() || chance(0.3)) {
            return root;
        }
        String path = path(pick(links), scope, depth + 1);
        return chance(0.05) ? path : "World.<" + model.name + ">or(" + path + ", " + root + ")";
    }

    /** Returns a variable of the main class that has an object. */
    String root(ClassModel model) {
        return "Main.r"
                + pick(classes.stream()
                                .filter(c -> c.isConcrete() && c.derivesFrom(model))
                                .toList())
                        .name;
    }

    private List<Field> fields(Predicate<Field> wanted) {
        List<Field> found = new ArrayList<>();
        for (ClassModel model : classes) {
            for (Field field : model.fields) {
                if (wanted.test(field)) {
                    found.add(field);
                }
            }
        }
        return found;
    }

    /** Tells whether a class has a field of a type. */
    boolean hasField(Type type) {
        return !fields(f -> f.type().equals(type)).isEmpty();
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
        if (fields.isEmpty()) {
            return null;
        }
        Field field = pick(fields);
        return as(type, field.type(), path(field, scope, depth));
    }

    /** Returns an expression that names a field, which is not transient, of a type; null if there is none. */
    String fieldPath(Type type, Scope scope, int depth) {
        List<Field> fields = fields(f -> f.type().equals(type));
        return fields.isEmpty() ? null : path(pick(fields), scope, depth);
    }

    /** Returns an assignment, compound assignment or increment of a field, as a statement; null if there is none. */
    String fieldStatement(Type type, Scope scope) {
        List<Field> fields = fields(f -> f.type().equals(type) && !f.isFinal());
        if (fields.isEmpty()) {
            return null;
        }
        String path = path(pick(fields), scope, 1);
        return type.isConverted()
                ? path + " = World.assigned(" + of(type, scope, 1) + ")"
                : write(path, type, scope, 1);
    }

    /** Returns an assignment, compound assignment or increment of a field, or null if there is none. */
    String fieldWrite(Type type, Scope scope, int depth) {
        List<Field> fields = fields(f -> f.type().equals(type) && !f.isFinal());
        if (fields.isEmpty()) {
            return null;
        }
        String path = path(pick(fields), scope, depth);
        return type.isConverted()
                ? "World.pop(" + path + " = World.assigned(World.push(" + of(type, scope, depth) + ")))"
                : "(" + write(path, type, scope, depth) + ")";
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
        if (COMPOUND_BOXES.contains(type.name()) && chance(0.3)) {
            Type operand = type.unboxed();
            List<String> operators = operand.kind() == Type.Kind.FLOATING
                    ? List.of("+=", "-=", "*=", "/=")
                    : List.of("+=", "-=", "*=", "<<=", ">>>=", "&=", "|=", "^=");
            return variable + " " + pick(operators) + " " + of(operand, scope, depth);
        }
        if ((type == Type.BOOLEAN || type.name().equals("Boolean")) && chance(0.4)) {
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
        if (methods.isEmpty()) {
            return null;
        }
        Method method = pick(methods);
        String call = as(type, method.result(), call(method, scope, depth));
        return "(World.spend() ? " + call + " : " + type.zero() + ")";
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
        String call = "super." + method.name() + "(" + arguments(method.parameters(), scope, depth) + ")";
        return "(World.spend() ? " + as(type, method.result(), call) + " : " + type.zero() + ")";
    }

    private String switchExpression(Type type, Scope scope, int depth) {
        String arm = "arm" + arms++;
        return "(switch (" + of(Type.INT, scope, depth) + " & 3) { case 0 -> " + of(type, scope, depth)
                + "; case 1, 2 -> { World.print(\"arm\"); " + type.name() + " " + arm + " = " + of(type, scope, depth)
                + "; yield " + arm + "; } default -> " + of(type, scope, depth) + "; })";
    }

    private String lambda(Type type, Scope scope, int depth) {
        boolean anonymous = chance(0.4);
        String boxed = type.boxed();
        String value = of(type, scope.captured(anonymous), depth);
        String lambda = anonymous
                ? "new java.util.function.Supplier<" + boxed + ">() { public " + boxed + " get() { return " + value
                        + "; } }"
                : "() -> " + value;
        return "((" + type.name() + ") World.<" + boxed + ">call(" + lambda + "))";
    }
}
