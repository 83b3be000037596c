package io.postrider.api.console;

import java.net.URL;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;

/** The files that the console's build left on the class path. */
final class ConsoleFiles {

    private static final String FOLDER = "/io/postrider/console/";

    /** The names that the build gives to files; no other name is looked up, so no path leads out of the folder. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+");

    /** The page that shows all the others. */
    Optional<Resource> index() {
        return find("index.html");
    }

    /** A file that a page fetches: a script, a style or a picture, whose name changes with its content. */
    Optional<Resource> asset(String name) {
        return NAME.matcher(name).matches() ? find("assets/" + name) : Optional.empty();
    }

    private static Optional<Resource> find(String path) {
        @Nullable URL found = ConsoleFiles.class.getResource(FOLDER + path);
        return Optional.ofNullable(found).map(UrlResource::new);
    }
}
