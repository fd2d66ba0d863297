package org.jnvm.transform.engine;

/** Names of core's types and of generated members: the contract between generated code and core. */
final class Names {
    /** Version of the contract; a class transformed under another one has to be compiled anew. */
    static final String VERSION = "6";

    static final String OBJECT = "java/lang/Object";
    static final String THROWABLE = "java/lang/Throwable";
    static final String POBJECT = "org/jnvm/PObject";
    static final String PROXY = "org/jnvm/spi/Proxy";
    static final String ABSTRACT_PROXY = "org/jnvm/runtime/AbstractProxy";
    static final String REGION = "org/jnvm/spi/Region";
    static final String ALLOCATION = "org/jnvm/runtime/Allocation";
    static final String FIELD_ACCESS = "org/jnvm/runtime/FieldAccess";
    static final String TAIL_ACCESS = "org/jnvm/runtime/TailAccess";
    static final String DURABILITY = "org/jnvm/runtime/Durability";
    static final String TRANSACTIONS = "org/jnvm/runtime/Transactions";
    static final String IDENTITY = "org/jnvm/runtime/Identity";
    static final String BOXES = "org/jnvm/runtime/Boxes";
    static final String DESCRIPTOR = "org/jnvm/spi/ClassDescriptor";
    static final String FACTORY = "org/jnvm/spi/ProxyFactory";

    static final String CLASS_MISMATCH = "org/jnvm/ClassMismatchException";
    static final String MISSING_CLASS = "java/lang/NoClassDefFoundError";

    static final String ALLOCATE_IN_BLOCK = "allocateInBlock";

    static final String OBJECT_DESC = "L" + OBJECT + ";";
    static final String CLASS_DESC = "Ljava/lang/Class;";
    static final String ENUM_DESC = "Ljava/lang/Enum;";
    static final String PROXY_DESC = "L" + PROXY + ";";
    static final String REGION_DESC = "L" + REGION + ";";
    static final String DESCRIPTOR_DESC = "L" + DESCRIPTOR + ";";

    static final String PERSISTENT_DESC = "Lorg/jnvm/Persistent;";
    static final String TRANSFORMED_DESC = "Lorg/jnvm/spi/Transformed;";
    static final String FAILURE_ATOMIC_DESC = "Lorg/jnvm/FailureAtomic;";
    static final String NOT_FAILURE_ATOMIC_DESC = "Lorg/jnvm/NotFailureAtomic;";

    /** Where core finds the names of the persistent classes of a directory or jar. */
    static final String INDEX = "META-INF/jnvm/persistent-classes";

    static final String REGION_FIELD = "$jnvm$region";
    static final String REF_FIELD = "$jnvm$ref";
    static final String PLACE_FIELD = "$jnvm$place";
    static final String BLOCKS_FIELD = "$jnvm$blocks";
    static final String CLASS_FIELD = "$jnvm$class";
    static final String BIND = "$jnvm$bind";
    static final String DESCRIPTOR_METHOD = "$jnvm$descriptor";

    /** Parameters of {@code bind}, of the resurrect constructor and of the factory. */
    static final String PLACE_DESC = "(" + REGION_DESC + "J[J)V";

    private Names() {}

    /** Returns the binary name of an internal name. */
    static String binary(String internalName) {
        return internalName.replace('/', '.');
    }

    /** Returns the internal name of a binary name. */
    static String internal(String binaryName) {
        return binaryName.replace('.', '/');
    }

    /** Returns the parameter part of a method descriptor. */
    static String parameters(String methodDescriptor) {
        return methodDescriptor.substring(0, methodDescriptor.indexOf(')') + 1);
    }
}
