package io.postrider.systemtests.security;

import io.postrider.systemtests.BuiltTree;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** The table of permissions in {@code docs/kafka.md}. */
final class DocumentedPermissions {

    private static final Pattern ROW =
            Pattern.compile(
                    "^\\| ([a-zA-Z ]+) \\| (prefixed|literal) \\| `([^`]+)` \\| ([A-Z_, ]+) \\|$",
                    Pattern.MULTILINE);

    private DocumentedPermissions() {}

    /** The permissions of the user of the product. */
    static List<AclBinding> read() throws IOException {
        return read("");
    }

    /** The same with a prefix of all names of the product. */
    static List<AclBinding> read(String prefix) throws IOException {
        String document = Files.readString(BuiltTree.ROOT.resolve("docs/kafka.md"));
        List<AclBinding> all = new ArrayList<>();
        ROW.matcher(document).results().forEach(row -> all.addAll(bindings(row, prefix)));
        return all;
    }

    private static List<AclBinding> bindings(MatchResult row, String prefix) {
        PatternType pattern = PatternType.valueOf(row.group(2).toUpperCase(Locale.ROOT));
        ResourcePattern resource =
                new ResourcePattern(
                        ResourceType.fromString(row.group(1).replace(' ', '_')),
                        (pattern == PatternType.PREFIXED ? prefix : "") + row.group(3),
                        pattern);
        return Pattern.compile(", ")
                .splitAsStream(row.group(4))
                .map(operation ->
                        new AclBinding(
                                resource,
                                new AccessControlEntry(
                                        "User:" + SecureBroker.USER,
                                        "*",
                                        AclOperation.fromString(operation),
                                        AclPermissionType.ALLOW)))
                .toList();
    }
}
