package org.jnvm.tools;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jnvm.HeapLockedException;
import org.jnvm.HeapMXBean;
import org.jnvm.JnvmException;
import org.jnvm.internal.inspect.HeapImage;

/** A heap that a running program of this machine and user has open, by its management interface. */
public final class RunningHeap implements AutoCloseable {
    private final JMXConnector connector;
    private final HeapMXBean heap;

    private RunningHeap(JMXConnector connector, HeapMXBean heap) {
        this.connector = connector;
        this.heap = heap;
    }

    /** Tells whether a program has a heap open. */
    public static boolean isOpen(Path file) {
        try (HeapImage closed = HeapImage.open(file)) {
            return false;
        } catch (HeapLockedException e) {
            return true;
        }
    }

    /**
     * Connects to the program that has a heap open.
     *
     * @param file the heap
     * @return its interface, to be closed
     * @throws JnvmException if no program has it open, or the one that has cannot be reached, or has not registered it
     */
    public static RunningHeap connect(Path file) {
        if (!isOpen(file)) {
            throw new JnvmException("no program has the heap open: heap=" + file
                    + "; other commands look at a heap that nobody has open");
        }
        long process = HeapImage.info(file).writer();
        try {
            return connect(file, process);
        } catch (IOException | AttachNotSupportedException | JMException | LinkageError e) {
            throw new JnvmException(
                    "program cannot be reached: heap=" + file + ", process=" + process + ", error=" + e
                            + "; run this as the user of that process, on a JDK with the modules jdk.attach and"
                            + " java.management",
                    e);
        }
    }

    @SuppressWarnings("BanJNDI") // the address is that of a process of this user on this machine, which it gave itself
    private static RunningHeap connect(Path file, long process)
            throws IOException, AttachNotSupportedException, JMException {
        String address;
        VirtualMachine machine = VirtualMachine.attach(Long.toString(process));
        try {
            address = machine.startLocalManagementAgent();
        } finally {
            machine.detach();
        }
        JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
        try {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            for (ObjectName name : server.queryNames(new ObjectName("org.jnvm:type=Heap,*"), null)) {
                HeapMXBean heap = JMX.newMXBeanProxy(server, name, HeapMXBean.class);
                if (Files.isSameFile(Path.of(heap.getPath()), file)) {
                    return new RunningHeap(connector, heap);
                }
            }
            throw new JnvmException("program has not registered the heap: heap=" + file + ", process=" + process
                    + "; let it open the heap with HeapOptions.management(true)");
        } catch (IOException | JMException | RuntimeException | Error e) {
            connector.close();
            throw e;
        }
    }

    /** Returns the heap. */
    public HeapMXBean heap() {
        return heap;
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            throw new JnvmException("connection cannot be closed: error=" + e + "; the program goes on", e);
        }
    }
}
