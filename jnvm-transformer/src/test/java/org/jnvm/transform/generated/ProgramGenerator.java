package org.jnvm.transform.generated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jnvm.transform.generated.ClassModel.Atomicity;
import org.jnvm.transform.generated.ClassModel.Constructor;
import org.jnvm.transform.generated.ClassModel.Field;
import org.jnvm.transform.generated.ClassModel.Method;
import org.jnvm.transform.generated.Piece.Group;
import org.jnvm.transform.generated.Scope.Local;

/**
 * Generates a program: some persistent classes, and a main class that makes objects of them, calls them step by step,
 * and prints all that it can reach.
 */
final class ProgramGenerator {
    private static final int STEPS = 12;
    /** A generic class, of which the others extend one parameterization. */
    private static final String CELL = "Cell";

    private static final List<Type> CELLS = List.of(
            Type.value("Integer"),
            Type.value("BigDecimal"),
            Type.value("Long"),
            Type.value("UUID"),
            Type.value("Dot"),
            Type.ENUM,
            Type.STRING,
            Type.value("URI"),
            Type.value("Optional<Ring>"),
            Type.collection("List", Type.value("Integer")),
            Type.collection("Map", Type.STRING, Type.value("Instant")));

    private final Random random;
    private final boolean nested;
    private final List<ClassModel> classes = new ArrayList<>();
    private final List<Method> helpers = new ArrayList<>();
    private final Expressions expressions;
    private final Statements statements;
    private final Group classSources = new Group();
    /** What the generic class holds. */
    private Type cellType;

    private ProgramGenerator(Random random) {
        this.random = random;
        nested = random.nextBoolean();
        expressions = new Expressions(random, classes, helpers);
        statements = new Statements(random, expressions, classes);
    }

    /** Generates the program of a seed. */
    static Program generate(long seed) {
        ProgramGenerator generator = new ProgramGenerator(new Random(seed));
        generator.declareClasses();
        generator.expressions.collections().choose(generator.classes);
        generator.declareMembers();
        return new Program(seed, generator.source(), (int) generator.classes.stream()
                .filter(c -> c.name.startsWith("C") && !c.name.startsWith(CELL))
                .count());
    }

    private boolean chance(double probability) {
        return expressions.chance(probability);
    }

    private void declareClasses() {
        List<ClassModel> interfaces = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            interfaces.add(new ClassModel("I" + i, null, true, true, true, false));
        }
        ClassModel generic = new ClassModel(
                "Fn<" + expressions.pick(List.of("Integer", "String", "Instant", "Dot", "Optional<Integer>")) + ">",
                null,
                true,
                true,
                true,
                false);
        interfaces.add(generic);
        int count = 4 + random.nextInt(5);
        List<ClassModel> made = new ArrayList<>();
        cellType = expressions.pick(CELLS);
        made.add(new ClassModel(CELL + "<" + cellType.name() + ">", null, false, true, false, false));
        for (int i = 0; i < count; i++) {
            ClassModel superclass = made.isEmpty() || chance(0.35) ? null : expressions.pick(made);
            boolean isAbstract = i < count - 1 && chance(0.2);
            ClassModel model = new ClassModel(
                    "C" + i, superclass, false, isAbstract, superclass != null && chance(0.25), chance(0.5));
            for (ClassModel candidate : interfaces) {
                if (chance(0.3) && (superclass == null || !superclass.derivesFrom(candidate))) {
                    model.interfaces.add(candidate);
                }
            }
            made.add(model);
        }
        // the last class is a concrete one, so it can stand for what would have none
        ClassModel last = made.get(made.size() - 1);
        for (ClassModel candidate : interfaces) {
            if (made.stream().noneMatch(c -> c.derivesFrom(candidate))) {
                last.interfaces.add(candidate);
            }
        }
        for (ClassModel model : made) {
            if (made.stream().noneMatch(c -> c.isConcrete() && c.derivesFrom(model))) {
                made.add(new ClassModel("C" + count, model, false, false, false, chance(0.5)));
                break;
            }
        }
        classes.addAll(interfaces);
        classes.addAll(made);
        classes.removeIf(c -> classes.stream().noneMatch(o -> o.isConcrete() && o.derivesFrom(c)));
    }

    private void declareMembers() {
        for (ClassModel model : classes) {
            if (!model.isInterface) {
                declareFields(model);
            }
            declareMethods(model);
        }
        for (ClassModel model : classes) {
            if (!model.isInterface) {
                override(model);
                declareConstructors(model);
            }
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            helpers.add(method(null, "h" + i, false));
        }
    }

    private void declareFields(ClassModel model) {
        if (model.name.startsWith(CELL)) {
            model.fields.add(new Field(model, "item", cellType, false, false, false));
            return;
        }
        int count = chance(0.05) ? 40 : random.nextInt(7);
        for (int i = 0; i < count; i++) {
            boolean isTransient = model.isPlain || chance(0.1);
            Type type = isTransient ? expressions.pick(Type.VALUES) : statements.anyType();
            model.fields.add(new Field(
                    model,
                    // a name may hide that of a superclass
                    chance(0.15) ? Field.HIDING + i : statements.name("f"),
                    type,
                    nested && chance(0.3),
                    chance(0.1),
                    isTransient));
        }
    }

    private void declareMethods(ClassModel model) {
        if (model.name.startsWith(CELL)) {
            model.methods.add(
                    new Method(model, "swap", cellType, List.of(cellType), false, false, false, Atomicity.BY_CLASS));
            return;
        }
        if (model.name.startsWith("Fn")) {
            Type argument = Type.VALUES.stream()
                    .filter(t -> t.name().equals(model.name.substring(3, model.name.length() - 1)))
                    .findFirst()
                    .orElseThrow();
            model.methods.add(
                    new Method(model, "fn", argument, List.of(argument), false, true, true, Atomicity.BY_CLASS));
            model.methods.add(
                    new Method(model, "twice", argument, List.of(argument), false, false, true, Atomicity.BY_CLASS));
            return;
        }
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            boolean isAbstract = model.isInterface ? chance(0.5) : model.isAbstract && chance(0.3);
            model.methods.add(method(model, statements.name("m"), isAbstract));
        }
    }

    private Method method(ClassModel owner, String name, boolean isAbstract) {
        List<Type> parameters = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            parameters.add(statements.anyType());
        }
        Type result = chance(0.15) ? null : statements.anyType();
        boolean isInterface = owner != null && owner.isInterface;
        boolean isPrivate = owner != null && !isInterface && nested && !isAbstract && chance(0.2);
        return new Method(
                owner,
                name,
                result,
                parameters,
                isPrivate,
                isAbstract,
                isInterface,
                isAbstract || owner == null || isInterface ? Atomicity.BY_CLASS : atomicity());
    }

    private Atomicity atomicity() {
        return chance(0.6)
                ? Atomicity.BY_CLASS
                : expressions.pick(List.of(Atomicity.YES, Atomicity.COMMITS, Atomicity.NO));
    }

    /** Overrides some methods, and all abstract ones in a concrete class. */
    private void override(ClassModel model) {
        Map<String, Method> inherited = new LinkedHashMap<>();
        collect(model, inherited);
        for (Method method : inherited.values()) {
            boolean must = method.isAbstract() && model.isConcrete();
            if (method.owner() != model && !method.isPrivate() && (must || chance(0.3))) {
                Type result = method.result();
                if (result != null && result.kind() == Type.Kind.REFERENCE && chance(0.5)) {
                    ClassModel of = result.of();
                    result = Type.of(expressions.pick(
                            classes.stream().filter(c -> c.derivesFrom(of)).toList()));
                }
                model.methods.add(new Method(
                        model,
                        method.name(),
                        result,
                        method.parameters(),
                        false,
                        false,
                        method.isPublic(),
                        atomicity()));
            }
        }
    }

    /** Collects what a class has by name, the nearest first. */
    private void collect(ClassModel model, Map<String, Method> found) {
        for (ClassModel c = model; c != null; c = c.superclass) {
            c.methods.forEach(m -> found.putIfAbsent(m.name(), m));
        }
        for (ClassModel c = model; c != null; c = c.superclass) {
            c.interfaces.forEach(i -> i.methods.forEach(m -> found.putIfAbsent(m.name(), m)));
        }
    }

    private void declareConstructors(ClassModel model) {
        // for what the program begins with, so that nothing goes wrong there
        model.constructors.add(new Constructor(model, List.of(), false, Atomicity.NO));
        if (model.name.startsWith(CELL)) {
            return;
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            List<Type> parameters = new ArrayList<>();
            for (int k = 0; k < i; k++) {
                parameters.add(statements.anyType());
            }
            model.constructors.add(new Constructor(model, parameters, chance(0.3), atomicity()));
        }
    }

    private Group source() {
        Group members = new Group();
        for (ClassModel model : classes) {
            (nested ? members : classSources).add(declaration(model));
        }
        Group main = new Group()
                .text("public class Main {\nstatic final long[] table = new long[8];\n")
                .addAll(roots())
                .add(members);
        for (Method helper : helpers) {
            main.add(methodSource(null, helper));
        }
        main.add(dump()).add(steps()).text("}\n");
        return new Group()
                .text(
                        "import java.math.*;\nimport java.net.URI;\nimport java.time.*;\nimport java.util.*;\nimport java.util.concurrent.*;\nimport org.jnvm.*;\nimport org.jnvm.transform.corpus.*;\nimport org.jnvm.transform.generated.*;\n\n")
                .text(Snippets.DECLARATIONS)
                .text(
                        "interface Fn<T> extends PObject { T fn(T x); default T twice(T x) { return World.spend() ? fn(fn(x)) : x; } }\n")
                .add(classSources)
                .add(main);
    }

    private List<Group> roots() {
        List<Group> roots = new ArrayList<>();
        for (ClassModel model : concrete()) {
            roots.add(new Group().text("static " + model.name + " r" + model.name + ";\n"));
        }
        return roots;
    }

    private List<ClassModel> concrete() {
        return classes.stream().filter(ClassModel::isConcrete).toList();
    }

    private Group declaration(ClassModel model) {
        Group group = new Group();
        if (model.name.startsWith("Fn")) {
            return group;
        }
        if (model.name.startsWith(CELL)) {
            return cell(model, group);
        }
        List<String> interfaces =
                new ArrayList<>(model.interfaces.stream().map(i -> i.name).toList());
        if (model.superclass == null) {
            interfaces.add("PObject");
        }
        if (model.isInterface) {
            group.text("interface " + model.name + " extends PObject {\n");
        } else {
            group.text(
                    (model.atomic ? "@Persistent(fa = \"non-private\") " : "@Persistent ") + (nested ? "static " : "")
                            + (model.isAbstract ? "abstract " : "") + "class " + model.name
                            + (model.superclass == null ? "" : " extends " + model.superclass.name)
                            + (interfaces.isEmpty() ? "" : " implements " + String.join(", ", interfaces)) + " {\n");
            tracking(model, group);
            model.fields.forEach(field -> group.add(fieldSource(field)));
            model.constructors.forEach(constructor -> group.add(constructorSource(constructor)));
        }
        model.methods.forEach(method -> group.add(methodSource(model, method)));
        return group.text("}\n");
    }

    /** The field has the type of its bound in the class file, and what is read is cast. */
    private Group cell(ClassModel model, Group group) {
        String bound = switch (cellType.name()) {
            case "Integer", "BigDecimal" -> " extends Number";
            case "UUID", "Dot" -> " extends Comparable<T>";
            case "Mode" -> " extends Enum<T>";
            default -> "";
        };
        group.text("@Persistent " + (nested ? "static " : "") + "abstract class " + CELL + "<T" + bound
                + "> implements PObject {\n");
        tracking(model, group);
        return group.text(
                "T item;\nT swap(T other) { T before = item; item = World.assigned(other); return before; }\n}\n");
    }

    /** Objects are noted first of all, and blocks of constructors begin with the initialisers. */
    private void tracking(ClassModel model, Group group) {
        boolean held = classes.stream().anyMatch(c -> c.derivesFrom(model.topmost()) && c.hasTransients());
        if (model.superclass == null) {
            String track = "{ World.track(this); }\n";
            if (held) {
                group.text(track).text("public void resurrect() { World.track(this); }\n");
            } else {
                group.model(track);
            }
        }
        if (model.constructors.stream().anyMatch(c -> c.isBlock() && !c.delegates())) {
            group.model("private transient Undo undo" + model.name + " = World.begin();\n");
        }
    }

    private Group fieldSource(Field field) {
        // initialisers see no object but this, and throw nothing
        String value = chance(0.8) ? " = " + expressions.constantOf(field.type()) : "";
        if (field.isFinal() && value.isEmpty()) {
            value = " = " + field.type().zero();
        }
        boolean byValue = Snippets.BY_VALUE.contains(field.type().name()) && !field.isTransient();
        return new Group()
                .text((byValue ? "@ByValue " : "") + (field.isPrivate() ? "private " : "")
                        + (field.isFinal() ? "final " : "")
                        + (field.isTransient() ? "transient " : "")
                        + (!field.isFinal() && chance(0.1) ? "volatile " : "")
                        + field.type().name() + " " + field.name() + value
                        + ";\n");
    }

    private String parameters(List<Type> types, Scope scope) {
        List<String> parameters = new ArrayList<>();
        for (Type type : types) {
            String name = statements.name("a");
            boolean constant = chance(0.5);
            parameters.add((constant ? "final " : "") + type.name() + " " + name);
            scope.locals.add(new Local(name, type, !constant));
        }
        return String.join(", ", parameters);
    }

    private Group constructorSource(Constructor constructor) {
        ClassModel model = constructor.owner();
        Scope scope = Scope.of(model, null);
        Scope arguments = Scope.of(null, null);
        Group group = new Group()
                .text(constructor.atomicity().annotation + model.name + "("
                        + parameters(constructor.parameters(), scope) + ") {\n");
        if (constructor.parameters().isEmpty()) {
            return group.text("}\n");
        }
        arguments.locals.addAll(scope.locals);
        List<Constructor> targets = constructor.delegates()
                ? model.constructors.stream().filter(c -> !c.delegates()).toList()
                : model.superclass == null ? List.of() : model.superclass.constructors;
        if (!targets.isEmpty()) {
            group.text((constructor.delegates() ? "this(" : "super(")
                    + expressions.arguments(expressions.pick(targets).parameters(), arguments) + ");\n");
        }
        if (constructor.isBlock()) {
            group.model(
                    (constructor.delegates() ? "Undo undo = World.begin();\n" : "Undo undo = undo" + model.name + ";\n")
                            + "try {\n");
        }
        group.add(body(1 + random.nextInt(2), scope, null));
        if (constructor.isBlock()) {
            group.model(end(constructor.atomicity()));
        }
        return group.text("}\n");
    }

    private static String end(Atomicity atomicity) {
        return (atomicity == Atomicity.COMMITS ? "} catch (Boom e) { throw e;\n" : "")
                + "} catch (Throwable e) { undo.run(); throw e; }\n";
    }

    private Group body(int count, Scope scope, Type result) {
        return new Group().addAll(statements.list(count, scope, result, true));
    }

    private Group methodSource(ClassModel model, Method method) {
        Method above = model == null || model.superclass == null ? null : model.superclass.find(method.name());
        Scope scope = Scope.of(model, above != null && !above.isPrivate() ? above : null);
        String modifiers = model == null
                ? "static "
                : model.isInterface
                        ? (method.isAbstract() ? "" : "default ")
                        : (method.isPublic() ? "public " : method.isPrivate() ? "private " : "")
                                + (method.isAbstract() ? "abstract " : chance(0.1) ? "synchronized " : "");
        Group group = new Group()
                .text(method.atomicity().annotation + modifiers
                        + (method.result() == null ? "void" : method.result().name()) + " " + method.name() + "("
                        + parameters(method.parameters(), scope) + ")");
        if (method.isAbstract()) {
            return group.text(";\n");
        }
        boolean block = model != null && !model.isInterface && method.isBlock();
        group.text(" {\n");
        if (block) {
            group.model("Undo undo = World.begin();\ntry {\n");
        }
        group.add(body(1 + random.nextInt(2), scope, method.result()));
        if (method.result() != null) {
            group.text("return " + expressions.of(method.result(), scope) + ";\n");
        }
        if (block) {
            group.model(end(method.atomicity()));
        }
        return group.text("}\n");
    }

    /** Prints the fields of an object and of all that it leads to. */
    private Group dump() {
        Group group = new Group()
                .text(
                        "static void dump(Object o, java.util.List<Object> seen) {\nif (!World.visit(seen, o)) { return; }\n");
        for (ClassModel model : classes) {
            if (model.isInterface) {
                continue;
            }
            boolean cell = model.name.startsWith(CELL);
            String variable = "c" + (cell ? CELL : model.name);
            group.text("if (o instanceof " + (cell ? CELL + "<?>" : model.name) + " " + variable + ") {\n");
            for (Field field : model.fields) {
                String path = variable + "." + field.name();
                group.add(new Group()
                        .text("World.print(World.label(o), \"" + model.name + "." + field.name() + "\", World.show("
                                + path + "));\n"));
                if (field.type().kind() == Type.Kind.REFERENCE) {
                    group.add(new Group().text("dump(" + path + ", seen);\n"));
                } else if (field.type().isConverted()) {
                    group.add(
                            new Group().text("for (Object part : World.parts(" + path + ")) { dump(part, seen); }\n"));
                }
            }
            group.text("}\n");
        }
        return group.text("}\nstatic void dump() {\njava.util.List<Object> seen = new java.util.ArrayList<>();\n")
                .addAll(concrete().stream()
                        .map(c -> new Group().text("dump(r" + c.name + ", seen);\n"))
                        .toList())
                .text("}\n");
    }

    private Group steps() {
        Group methods = new Group();
        Group run = new Group().text("public static void run(Stage s) {\nWorld.start(s);\n");
        for (ClassModel model : concrete()) {
            run.add(new Group().text("r" + model.name + " = new " + model.name + "();\n"));
        }
        for (ClassModel model : concrete()) {
            run.add(new Group().text("s.put(Main.class.getName() + \"." + model.name + "\", r" + model.name + ");\n"));
        }
        for (ClassModel model : concrete()) {
            run.add(links(model));
        }
        for (int i = 0; i < STEPS; i++) {
            methods.add(new Group()
                    .text("static void step" + i + "() {\n")
                    .add(body(2, Scope.of(null, null), null))
                    .text("}\n"));
            run.add(new Group()
                    .text("World.attempt(" + i + ", Main::step" + i + ");\ndump();\n")
                    .free());
            if (i == STEPS / 2) {
                run.add(reopening());
            }
        }
        run.add(reopening()).text("dump();\n");
        return methods.add(run.text("}\n"));
    }

    /** Lets the first objects refer to each other. */
    private Group links(ClassModel model) {
        Group group = new Group();
        for (ClassModel c = model; c != null; c = c.superclass) {
            for (Field field : c.fields) {
                if (field.type().kind() == Type.Kind.REFERENCE && !field.isFinal() && chance(0.8)) {
                    ClassModel target = expressions.pick(concrete().stream()
                            .filter(o -> o.derivesFrom(field.type().of()))
                            .toList());
                    group.add(new Group()
                            .text("((" + c.name + ") r" + model.name + ")." + field.name() + " = r" + target.name
                                    + ";\n"));
                }
            }
        }
        return group;
    }

    private Group reopening() {
        Group group = new Group().text("World.reopen();\n");
        for (ClassModel model : concrete()) {
            group.add(
                    new Group().text("r" + model.name + " = s.get(Main.class.getName() + \"." + model.name + "\");\n"));
        }
        return group;
    }
}
