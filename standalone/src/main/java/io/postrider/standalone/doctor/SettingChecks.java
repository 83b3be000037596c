package io.postrider.standalone.doctor;

import io.postrider.platform.settings.Settings;
import io.postrider.platform.settings.Settings.SettingException;
import io.postrider.standalone.Preflight;
import io.postrider.standalone.SettingNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads all settings as a start does, and finds every one that is unknown or cannot be used. */
final class SettingChecks {

    private static final String CHECK = "settings";

    private final Map<String, String> written;
    private final String service;
    private final List<Result> results = new ArrayList<>();
    private Optional<Preflight> preflight = Optional.empty();

    SettingChecks(Map<String, String> written, String service) {
        this.written = written;
        this.service = service;
        findUnknown();
        findUnusable();
        if (results.isEmpty()) {
            results.add(Result.ok(CHECK, "valid variables: %d".formatted(ours().size())));
        }
    }

    /** What a start would use; empty if it would end because of a setting. */
    Optional<Preflight> preflight() {
        return preflight;
    }

    List<Result> results() {
        return List.copyOf(results);
    }

    private Map<String, String> ours() {
        Map<String, String> ours = new TreeMap<>(written);
        ours.keySet().removeIf(name -> !SettingNames.isOurs(name));
        return ours;
    }

    /** With an unknown property a start ends; it ignores an unknown variable. */
    private void findUnknown() {
        SettingNames.unknown(written)
                .forEach(name -> {
                    boolean variable = SettingNames.isVariable(name);
                    String found =
                            name + (variable ? " is unknown and has no effect" : " is unknown");
                    Optional<String> meant = SettingNames.meant(name);
                    String step = meant.map("set %s instead"::formatted).orElse("unset it");
                    results.add(
                            variable && meant.isEmpty()
                                    ? Result.warn(CHECK, found, step)
                                    : Result.fail(CHECK, found, step));
                });
    }

    /** A start reports the first one only; this one continues without it. */
    private void findUnusable() {
        Map<String, String> rest = new HashMap<>(written);
        boolean first = true;
        while (true) {
            try {
                Preflight read = Preflight.read(rest, service);
                preflight = first ? Optional.of(read) : Optional.empty();
                return;
            } catch (SettingException unworded) {
                first = false;
                SettingException e = Settings.worded(rest, unworded);
                results.add(
                        Result.fail(
                                CHECK,
                                String.valueOf(e.getMessage()),
                                "correct or unset " + e.name()));
                if (!removed(rest, e.name())) {
                    return;
                }
            }
        }
    }

    /** Removes a variable. One that is missing is required by others whose names begin alike: then those. */
    private static boolean removed(Map<String, String> rest, String name) {
        if (rest.remove(name) != null) {
            return true;
        }
        String group = SettingNames.variable(name);
        int end = group.lastIndexOf('_');
        while (end >= SettingNames.PREFIX.length()) {
            group = group.substring(0, end);
            if (removeGroup(rest.keySet(), group)) {
                return true;
            }
            end = group.lastIndexOf('_');
        }
        return false;
    }

    private static boolean removeGroup(Set<String> names, String group) {
        return names.removeIf(name ->
                SettingNames.isOurs(name)
                        && (SettingNames.variable(name) + "_").startsWith(group + "_"));
    }
}
