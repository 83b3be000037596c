package io.postrider.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.LockedSchemaIds.Version;
import io.postrider.schemas.codec.Schemas;
import io.postrider.schemas.codec.ValueCodec;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamePrefixTest {

    private static final String PREFIX = "acme.";

    /** All names of this module, in classes of its own: the prefix is one per process. */
    public static final class Names implements Callable<List<String>> {

        @Override
        public List<String> call() {
            NamePrefix.set(PREFIX);
            NamePrefix.set(PREFIX);
            LockedSchemaIds ids = LockedSchemaIds.shipped();
            // Codecs look up the schemas of their subjects.
            for (Context context : Context.values()) {
                var _ = EventCodec.of(context, ids);
            }
            var _ = ValueCodec.outcomes(ids);
            return Stream.of(
                            Topics.all().stream().map(Topic::name),
                            Topics.all().stream().map(Topic::subject),
                            Arrays.stream(DeciderGroup.values()).map(DeciderGroup::application),
                            ids.versions().stream().map(Version::subject),
                            Schemas.current().keySet().stream())
                    .flatMap(names -> names)
                    .toList();
        }
    }

    /** A change after a name was used. */
    public static final class Late implements Callable<String> {

        @Override
        public String call() {
            String used = Topics.CLICKS.name();
            try {
                NamePrefix.set(PREFIX);
                return "changed";
            } catch (IllegalStateException e) {
                return used + ": " + e.getMessage();
            }
        }
    }

    @Test
    void everyNameBeginsWithIt() throws Exception {
        List<String> names = inOtherClasses(Names.class);

        assertThat(names)
                .hasSizeGreaterThan(100)
                .allMatch(name -> name.startsWith("acme.postrider"));
        assertThat(names.stream().map(name -> name.substring(PREFIX.length())))
                .containsAll(Topics.all().stream().map(Topic::name).toList())
                .containsAll(Schemas.current().keySet());
    }

    @Test
    void itDoesNotChangeOnceANameIsUsed() throws Exception {
        assertThat(inOtherClasses(Late.class))
                .isEqualTo(
                        "postrider.clicks.v1: name prefix: 'acme.' (expected: '', with which names are in use)");
    }

    @Test
    void withoutOneNamesAreBare() {
        assertThat(Topics.CLICKS).hasToString("postrider.clicks.v1");
        assertThat(NamePrefix.without("postrider-clicks")).isEqualTo("postrider-clicks");
        assertThat(NamePrefix.isOurs("postrider.clicks.v1")).isTrue();
        assertThat(NamePrefix.isOurs("postrider-clicks-sequences-changelog")).isTrue();
        assertThat(NamePrefix.isOurs("acme.postrider.clicks.v1")).isFalse();
        assertThat(NamePrefix.isOurs("postriders")).isFalse();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> NamePrefix.set(PREFIX));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "acme/",
                "acme ",
                "äcme.",
                ".",
                "-a",
                "_",
                "postrider.",
                "a-postrider-b.",
                "a,b",
                "a\n"
            })
    void namesCannotBeginWithAnything(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NamePrefix.checked(prefix))
                .withMessageStartingWith("1 to 64 of ");
    }

    @Test
    void itHasALimitedLength() {
        String longest = "a".repeat(NamePrefix.LENGTH_MAX);

        assertThat(NamePrefix.checked(longest)).isEqualTo(longest);
        assertThatIllegalArgumentException().isThrownBy(() -> NamePrefix.checked(longest + "a"));
    }

    /** @param type must have a constructor without parameters */
    private static <T> T inOtherClasses(Class<? extends Callable<T>> type) throws Exception {
        URL[] path =
                Pattern.compile(Pattern.quote(File.pathSeparator))
                        .splitAsStream(System.getProperty("java.class.path"))
                        .map(NamePrefixTest::url)
                        .toArray(URL[]::new);
        try (URLClassLoader loader =
                new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            Object made = loader.loadClass(type.getName()).getDeclaredConstructor().newInstance();
            @SuppressWarnings("unchecked")
            Callable<T> call = (Callable<T>) made;
            return call.call();
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
