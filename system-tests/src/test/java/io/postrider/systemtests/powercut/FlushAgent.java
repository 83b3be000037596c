package io.postrider.systemtests.powercut;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import org.apache.kafka.common.record.FileRecords;
import org.jspecify.annotations.Nullable;

/** Has a broker note how long each of its log files was when the disk last had it all. */
public final class FlushAgent implements ClassFileTransformer {

    private static final String FILE_RECORDS = "org/apache/kafka/common/record/FileRecords";
    private static final ClassDesc SELF = ClassDesc.of(FlushAgent.class.getName());
    private static final MethodTypeDesc NOTES =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final ThreadLocal<Long> BEFORE = new ThreadLocal<>();
    private static @Nullable FlushedLengths lengths;

    private FlushAgent() {}

    /** Called by the virtual machine; the argument is the file to write to. */
    public static void premain(String file, Instrumentation instrumentation) throws IOException {
        lengths = FlushedLengths.writeTo(Path.of(file));
        instrumentation.addTransformer(new FlushAgent());
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (!FILE_RECORDS.equals(name)) {
            return null;
        }
        ClassFile classFile = ClassFile.of();
        return classFile.transformClass(
                classFile.parse(bytes),
                ClassTransform.transformingMethodBodies(
                        method -> method.methodName().equalsString("flush"), new Noting()));
    }

    /** The length at the entry is what the flush makes durable; more may be appended while it runs. */
    private static final class Noting implements CodeTransform {

        @Override
        public void atStart(CodeBuilder code) {
            code.aload(0).invokestatic(SELF, "flushing", NOTES);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ReturnInstruction) {
                code.aload(0).invokestatic(SELF, "flushed", NOTES);
            }
            code.with(element);
        }
    }

    /** Called where a flush begins. */
    public static void flushing(Object records) {
        try {
            BEFORE.set(((FileRecords) records).channel().size());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Called where a flush has ended. */
    public static void flushed(Object records) {
        if (lengths != null) {
            lengths.add(((FileRecords) records).file().toPath(), BEFORE.get());
        }
    }
}
