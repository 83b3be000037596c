package io.postrider.standalone;

/** The version of this build. */
final class Version {

    private Version() {}

    /** The version, or {@code development} where there is no packaged build. */
    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
