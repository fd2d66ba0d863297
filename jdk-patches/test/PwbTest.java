import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tests a JDK that has pwb, pfence and psync, in JVMs of its own: PwbSemantics and WritebackOrder in the interpreter, C1
 * and C2, and the machine code of the methods of PwbCode. Prints a line for each test; ends with 1 if one failed.
 */
public class PwbTest {
    static final Map<String, List<String>> MODES = new LinkedHashMap<>();

    static {
        MODES.put("as it comes", List.of());
        MODES.put("interpreter", List.of("-Xint"));
        MODES.put("C1", List.of("-XX:TieredStopAtLevel=1"));
        MODES.put("C1 with profiling", List.of("-XX:TieredStopAtLevel=3"));
        MODES.put("C2", List.of("-XX:-TieredCompilation"));
    }

    static int failures;

    public static void main(String[] args) throws Exception {
        for (Map.Entry<String, List<String>> mode : MODES.entrySet()) {
            Path file = Files.createTempFile("pwb", ".map");
            expectOk("semantics, " + mode.getKey(), mode.getValue(), "supported", file.toString(), "300");
            expectOk("without instructions, " + mode.getKey(), mode.getValue(), "unsupported");
        }
        Path file = Files.createTempFile("pwb", ".map");
        List<String> compiled = List.of("-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileCommand=compileonly,*Pwb*::*");
        expectOk("semantics, compiled before the first run", compiled, "supported", file.toString(), "300");
        for (Map.Entry<String, List<String>> mode : MODES.entrySet()) {
            order(mode.getKey(), mode.getValue(), mode.getKey().equals("interpreter") ? 2_000 : 60_000);
        }
        for (int seed = 1; seed <= 5; seed++) {
            List<String> stressed = List.of("-XX:-TieredCompilation", "-XX:CompileThresholdScaling=0.1",
                    "-XX:+UnlockDiagnosticVMOptions", "-XX:+StressLCM", "-XX:+StressGCM", "-XX:StressSeed=" + seed);
            order("C2 with schedule " + seed, stressed, 30_000);
        }
        c2Code();
        c1Code();
        System.out.println(failures == 0 ? "all passed" : failures + " failed");
        System.exit(failures == 0 ? 0 : 1);
    }

    static void expectOk(String name, List<String> flags, String... args) throws Exception {
        List<String> command = new ArrayList<>(flags);
        command.add("PwbSemantics");
        command.addAll(List.of(args));
        String out = java(command);
        report(name, out.equals("ok\n") ? null : out);
    }

    static void order(String mode, List<String> flags, int rounds) throws Exception {
        List<String> command = new ArrayList<>(flags);
        command.addAll(List.of("-Xbatch", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(List.of("WritebackOrder", Integer.toString(rounds)));
        String out = java(command);
        report("loads before stores, " + mode, out.contains(", by pwb, ") && out.endsWith("\nok\n") ? null : out);
    }

    static void report(String name, String problem) {
        System.out.println((problem == null ? "passed  " : "FAILED  ") + name);
        if (problem != null) {
            failures++;
            System.out.println(problem.indent(8));
        }
    }

    /** Runs this JDK's java; returns both streams and, if it is not 0, the exit status. */
    static String java(List<String> more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx64m", "--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(more);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes());
        int status = process.waitFor();
        return status == 0 ? out : out + "exit status " + status + "\n";
    }

    // ---- machine code ----

    /** Code of a method, up to its exception handler, with the positions of calls. */
    record Code(byte[] bytes, List<Integer> calls) {
        int indexOf(int constant, int from) {
            for (int i = from; i + 4 <= bytes.length; i++) {
                int word = bytes[i] & 255 | (bytes[i + 1] & 255) << 8 | (bytes[i + 2] & 255) << 16 | bytes[i + 3] << 24;
                if (word == constant) {
                    return i;
                }
            }
            return -1;
        }

        int count(int constant) {
            int n = 0;
            for (int i = indexOf(constant, 0); i >= 0; i = indexOf(constant, i + 1)) {
                n++;
            }
            return n;
        }

        /** Write-backs, fences, PwbCode's stores and its accesses far away, in the order of the code. */
        String events() {
            StringBuilder events = new StringBuilder();
            for (int i = 0; i < bytes.length; i++) {
                String event = instruction(i);
                for (int k = 1; k <= 3; k++) {
                    event = indexOf(0x5EED0000 + k, i) == i ? "store" + k : event;
                }
                event = indexOf(PwbCode.FAR, i) == i ? "far" : event;
                event = calls.contains(i) ? "call" : event;
                if (event != null) {
                    events.append(events.isEmpty() ? "" : " ").append(event);
                }
            }
            return events.toString();
        }

        /** Returns what begins with the bytes 0F AE at a position, or null. */
        private String instruction(int i) {
            if (i + 3 > bytes.length || bytes[i] != 0x0F || bytes[i + 1] != (byte) 0xAE) {
                return null;
            }
            int modrm = bytes[i + 2] & 255;
            if (modrm == 0xF8) {
                return "sfence";
            }
            boolean rex = i > 0 && (bytes[i - 1] & 0xF0) == 0x40;
            int prefix = i - (rex ? 2 : 1);
            boolean x66 = prefix >= 0 && bytes[prefix] == 0x66;
            boolean memory = modrm < 0xC0;
            return switch (modrm >> 3 & 7) {
                case 6 -> memory && x66 ? "clwb" : null;
                case 7 -> !memory ? null : x66 ? "clflushopt" : "clflush";
                default -> null;
            };
        }
    }

    /** What the processor has, the best first. */
    static String bestWriteBack() throws IOException {
        String cpu = Files.readString(Path.of("/proc/cpuinfo"));
        for (String name : List.of("clwb", "clflushopt")) {
            if (cpu.contains(" " + name + " ") || cpu.contains(" " + name + "\n")) {
                return name;
            }
        }
        return "clflush";
    }

    static Map<String, Code> codeOf(String... flags) throws Exception {
        List<String> command = new ArrayList<>(List.of(flags));
        command.addAll(List.of("-Xbatch", "-XX:+UnlockDiagnosticVMOptions", "-XX:CompileCommand=quiet"));
        command.addAll(List.of("-XX:CompileCommand=dontinline,PwbCode::*", "-XX:CompileCommand=print,PwbCode::*"));
        command.add("PwbCode");
        String out = java(command);
        Map<String, Code> codes = new LinkedHashMap<>();
        Matcher m = Pattern.compile("(?s)\\[MachCode].*?\\R\\[(?:Exception Handler|Stub Code)]").matcher(out);
        while (m.find()) {
            String body = m.group();
            Matcher name = Pattern.compile("# \\{method} \\{\\S+} '(\\w+)'").matcher(body);
            if (name.find()) {
                codes.put(name.group(1), parse(body)); // the last compilation wins
            }
        }
        if (codes.isEmpty()) {
            throw new AssertionError("no machine code was printed:\n" + out);
        }
        return codes;
    }

    static Code parse(String body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Integer> calls = new ArrayList<>();
        for (String line : body.split("\\R")) {
            Matcher hex = Pattern.compile("\\s*0x[0-9a-f]+: ((?:[0-9a-f]{2,4}[ |]*)+)").matcher(line);
            if (hex.matches()) {
                bytes.writeBytes(HexFormat.of().parseHex(hex.group(1).replaceAll("[ |]", "")));
            } else if (line.matches(".*\\{(runtime|static|optimized virtual|virtual)_call.*")) {
                calls.add(bytes.size());
            }
        }
        return new Code(bytes.toByteArray(), calls);
    }

    /** The events from the first of PwbCode's stores, or the first instruction of interest, to the last. */
    static void expect(String name, Code code, String regex) {
        String events = code == null ? "not compiled" : code.events();
        Matcher m = Pattern.compile("(?:store|far|clwb|clfl|sfence).*(?:store\\d|clwb|clflushopt|clflush|sfence)")
                .matcher(events);
        String found = m.find() ? m.group() : events;
        report(name + ": " + found, found.matches(regex) ? null : "expected " + regex + ", all: " + events);
    }

    static void c2Code() throws Exception {
        String pwb = bestWriteBack();
        String fence = pwb.equals("clflush") ? "" : " sfence"; // clflush is ordered by itself
        Map<String, Code> codes = codeOf("-XX:-TieredCompilation");
        String one = "store1 " + pwb + fence + " store2";
        expect("C2, store pwb pfence store", codes.get("storePwbFenceStore"), one);
        expect("C2, store pwb psync store", codes.get("storePwbSyncStore"), one);
        expect("C2, two lines, one fence", codes.get("twoLines"),
                "store1 " + pwb + " store2 " + pwb + fence + " store3");
        expect("C2, a line twice", codes.get("sameLineTwice"), "store1 " + pwb + " " + pwb + " store2");
        expect("C2, a loop", codes.get("loop"), "store1 " + pwb + "( store1 " + pwb + ")*");
        expect("C2, stores to the Java heap", codes.get("heap"), "store1" + fence + " store2");
        expect("C2, stores by a direct buffer", codes.get("buffer"), one);
        expect("C2, sun.misc.Unsafe", codes.get("bySunMiscOnly"), pwb + fence);
        expect("C2, jdk.internal.misc.Unsafe", codes.get("byInternalOnly"), pwb + fence);
        // the load, and then the store, of the address FAR behind the argument
        expect("C2, load pwb store", codes.get("loadPwbStore"), "far " + pwb + " far store2");
        expect("C2, load pfence store", codes.get("loadFenceStore"), "far" + fence + " far store2");
        expect("C2, pwb load store", codes.get("pwbLoadStore"), pwb + " far far store2");
        expect("C2, pfence load store", codes.get("fenceLoadStore"), (fence + " far far store2").strip());
        expect("C2, load writebackMemory store", codes.get("loadRangeStore"), "far.*" + pwb + ".* far store2");
        Code code = codes.get("storePwbFenceStore");
        int bytes = code.indexOf(PwbCode.SECOND, 0) - code.indexOf(PwbCode.FIRST, 0);
        report("C2, from store to store " + bytes + " bytes", bytes <= 24 ? null : "expected at most 24");
    }

    static void c1Code() throws Exception {
        Map<String, Code> codes = codeOf("-XX:TieredStopAtLevel=1");
        expect("C1, store pwb pfence store", codes.get("storePwbFenceStore"), "store1 call call store2");
        expect("C1, two lines, one fence", codes.get("twoLines"), "store1 call store2 call call store3");
        expect("C1, stores to the Java heap", codes.get("heap"), "store1 call store2");
    }
}
