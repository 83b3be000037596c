package io.postrider.platform.nodes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.time.Instant;
import java.util.Date;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERBitString;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.asn1.x509.TBSCertificate;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.asn1.x509.V3TBSCertificateGenerator;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;

/**
 * The key pair on P-256 that follows from a secret, with a certificate that the key pair itself has signed.
 *
 * @param certificate only a form that TLS needs: its names and times mean nothing
 */
record NodeKeyPair(PrivateKey privateKey, PublicKey publicKey, X509Certificate certificate) {

    private static final X9ECParameters CURVE = CustomNamedCurves.getByName("P-256");
    private static final String SIGNATURE = "SHA256withECDSA";

    /** 128 bits more than the order of the curve, so that no private key is likelier than another. */
    private static final int SCALAR_BYTES = 48;

    private static final X500Name NAME = new X500Name("CN=postrider node");
    private static final Instant FROM = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant TO = Instant.parse("9999-12-31T23:59:59Z");

    /**
     * The key pair of a secret: always the same.
     *
     * @param secret uniform bytes
     */
    static NodeKeyPair of(byte[] secret) {
        try {
            BigInteger scalar = scalar(secret);
            ECPoint point =
                    new FixedPointCombMultiplier().multiply(CURVE.getG(), scalar).normalize();
            ECParameterSpec curve = curve();
            KeyFactory keys = KeyFactory.getInstance("EC");
            PrivateKey privateKey = keys.generatePrivate(new ECPrivateKeySpec(scalar, curve));
            PublicKey publicKey =
                    keys.generatePublic(
                            new ECPublicKeySpec(
                                    new java.security.spec.ECPoint(
                                            point.getAffineXCoord().toBigInteger(),
                                            point.getAffineYCoord().toBigInteger()),
                                    curve));
            return new NodeKeyPair(privateKey, publicKey, certificate(privateKey, publicKey));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java platform has P-256 and HKDF", e);
        }
    }

    private static BigInteger scalar(byte[] secret) throws GeneralSecurityException {
        byte[] bytes =
                KDF.getInstance("HKDF-SHA256")
                        .deriveData(
                                HKDFParameterSpec.expandOnly(
                                        new SecretKeySpec(secret, "HKDF-SHA256"),
                                        "P-256 scalar".getBytes(StandardCharsets.US_ASCII),
                                        SCALAR_BYTES));
        BigInteger largest = CURVE.getN().subtract(BigInteger.ONE);
        return new BigInteger(1, bytes).mod(largest).add(BigInteger.ONE);
    }

    private static ECParameterSpec curve() throws GeneralSecurityException {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        return parameters.getParameterSpec(ECParameterSpec.class);
    }

    private static X509Certificate certificate(PrivateKey privateKey, PublicKey publicKey)
            throws GeneralSecurityException, IOException {
        AlgorithmIdentifier algorithm =
                new AlgorithmIdentifier(X9ObjectIdentifiers.ecdsa_with_SHA256);
        TBSCertificate content = content(publicKey, algorithm);
        Signature signature = Signature.getInstance(SIGNATURE);
        signature.initSign(privateKey);
        signature.update(content.getEncoded(ASN1Encoding.DER));
        DERSequence signed =
                new DERSequence(
                        new ASN1Encodable[] {
                            content, algorithm, new DERBitString(signature.sign())
                        });
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(signed.getEncoded(ASN1Encoding.DER)));
    }

    private static TBSCertificate content(PublicKey publicKey, AlgorithmIdentifier algorithm) {
        V3TBSCertificateGenerator content = new V3TBSCertificateGenerator();
        content.setSerialNumber(new ASN1Integer(1));
        content.setSignature(algorithm);
        content.setIssuer(NAME);
        content.setSubject(NAME);
        content.setStartDate(new Time(Date.from(FROM)));
        content.setEndDate(new Time(Date.from(TO)));
        content.setSubjectPublicKeyInfo(SubjectPublicKeyInfo.getInstance(publicKey.getEncoded()));
        return content.generateTBSCertificate();
    }
}
