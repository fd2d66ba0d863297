package org.jnvm.transform.asm;

/** Names of core's types and of generated members: the contract between generated code and core. */
public final class Names {
    /** Version of the contract; a class transformed under another one has to be compiled anew. */
    public static final String VERSION = "8";

    public static final String OBJECT = "java/lang/Object";
    public static final String THROWABLE = "java/lang/Throwable";
    public static final String POBJECT = "org/jnvm/PObject";
    public static final String PROXY = "org/jnvm/spi/Proxy";
    public static final String ABSTRACT_PROXY = "org/jnvm/runtime/AbstractProxy";
    public static final String ASSIGNS_EARLY = "org/jnvm/spi/AssignsEarly";
    public static final String REGION = "org/jnvm/spi/Region";
    public static final String ALLOCATION = "org/jnvm/runtime/Allocation";
    public static final String FIELD_ACCESS = "org/jnvm/runtime/FieldAccess";
    public static final String DURABILITY = "org/jnvm/runtime/Durability";
    public static final String TRANSACTIONS = "org/jnvm/runtime/Transactions";
    public static final String IDENTITY = "org/jnvm/runtime/Identity";
    public static final String BY_VALUE_DESC = "Lorg/jnvm/ByValue;";
    public static final String BOXES = "org/jnvm/runtime/Boxes";
    public static final String DESCRIPTOR = "org/jnvm/spi/ClassDescriptor";
    public static final String FACTORY = "org/jnvm/spi/ProxyFactory";

    public static final String CLASS_MISMATCH = "org/jnvm/ClassMismatchException";
    public static final String MISSING_CLASS = "java/lang/NoClassDefFoundError";

    public static final String ALLOCATE_IN_BLOCK = "allocateInBlock";

    public static final String OBJECT_DESC = "L" + OBJECT + ";";
    public static final String CLASS_DESC = "Ljava/lang/Class;";
    public static final String ENUM_DESC = "Ljava/lang/Enum;";
    public static final String PROXY_DESC = "L" + PROXY + ";";
    public static final String REGION_DESC = "L" + REGION + ";";
    public static final String DESCRIPTOR_DESC = "L" + DESCRIPTOR + ";";

    public static final String PERSISTENT_DESC = "Lorg/jnvm/Persistent;";
    public static final String FORMERLY_DESC = "Lorg/jnvm/Formerly;";
    public static final String REMOVED_DESC = "Lorg/jnvm/Removed;";
    public static final String DEFAULT_DESC = "Lorg/jnvm/Default;";
    public static final String CONVERTED_DESC = "Lorg/jnvm/Converted;";
    public static final String CONVERTED_LIST_DESC = "Lorg/jnvm/Converted$List;";
    public static final String FIELD_CONVERTER = "org/jnvm/FieldConverter";
    public static final String TRANSFORMED_DESC = "Lorg/jnvm/spi/Transformed;";
    public static final String GENERATED_DESC = "Lorg/jnvm/spi/GeneratedByJnvm;";
    public static final String FAILURE_ATOMIC_DESC = "Lorg/jnvm/FailureAtomic;";
    public static final String NOT_FAILURE_ATOMIC_DESC = "Lorg/jnvm/NotFailureAtomic;";

    /** Where core finds the names of the persistent classes of a directory or jar. */
    public static final String INDEX = "META-INF/jnvm/persistent-classes";

    public static final String REGION_FIELD = "$jnvm$region";
    public static final String REF_FIELD = "$jnvm$ref";
    public static final String POINTER_FIELD = "$jnvm$pointer";
    public static final String BLOCKS_FIELD = "$jnvm$blocks";
    public static final String CLASS_FIELD = "$jnvm$class";
    /** Of a field that keeps, in the proxy, what was assigned before there is an object. */
    public static final String EARLY_FIELD_PREFIX = "$jnvm$early$";

    public static final String ASSIGN_EARLY = "$jnvm$assignEarly";
    public static final String BIND = "$jnvm$bind";
    public static final String DESCRIPTOR_METHOD = "$jnvm$descriptor";

    /** Parameters of {@code bind}, of the resurrect constructor and of the factory. */
    public static final String PLACE_DESC = "(" + REGION_DESC + "J[J)V";

    private Names() {}

    /** Returns the binary name of an internal name. */
    public static String binary(String internalName) {
        return internalName.replace('/', '.');
    }

    /** Returns the internal name of a binary name. */
    public static String internal(String binaryName) {
        return binaryName.replace('.', '/');
    }

    /** Returns the parameter part of a method descriptor. */
    public static String parameters(String methodDescriptor) {
        return methodDescriptor.substring(0, methodDescriptor.indexOf(')') + 1);
    }
}
