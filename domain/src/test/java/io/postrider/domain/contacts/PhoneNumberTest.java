package io.postrider.domain.contacts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PhoneNumberTest {

    @ParameterizedTest
    @CsvSource({
        "+12025550100,+12025550100",
        "0012025550100,+12025550100",
        "00 1 (202) 555-0100,+12025550100",
        "+1\u00A0202\u2011555\u20130100,+12025550100",
        "\u202A+1 202 555 0100\u202C,+12025550100",
        "\uFF0B447700900123,+447700900123",
        "+44 (0)7700 900123,+447700900123",
        "+\u0664\u0664\u0667\u0667\u0660\u0660\u0669\u0660\u0660\u0661\u0662\u0663,+447700900123",
        "+5215512345678,+5215512345678",
        "+52 044 55 1234 5678,+525512345678",
        "+55 031 8888-7777,+553188887777",
        "+54 11 15-2345-6789,+5491123456789",
        "+54 9 11 15 2345 6789,+5491123456789",
        "+54 011 15 2345 6789,+5491123456789",
        "+54 351 15 234 5678,+5493512345678",
        "+54 2966 15 456789,+5492966456789"
    })
    void aNumberIsReadAsPeopleWriteIt(String text, String number) {
        assertThat(PhoneNumber.parse(text)).contains(number);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "+",
                "00",
                "16505551234",
                "+0123456789",
                "+12345",
                "+1234567890123456",
                "+1202555o100",
                "++12025550100",
                "ana",
                "+1 202 555 0100 ext 5"
            })
    void anyOtherTextIsNone(String text) {
        assertThat(PhoneNumber.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "+5511987654321,+551187654321",
        "+5531988887777,+553188887777",
        "+5531988887777,0055 31 8888-7777",
        "+525512345678,+5215512345678",
        "+525512345678,+52 1 55 1234 5678",
        "+525512345678,+52 01 55 1234 5678",
        "+5491123456789,+541123456789",
        "+5491123456789,+54 11 15-2345-6789",
        "+5492966456789,+54 2966 15 456789"
    })
    void theFormsOfANumberAreOne(String number, String form) {
        assertThat(PhoneNumber.canonical(form)).isEqualTo(PhoneNumber.canonical(number));
    }

    /** The two numbers of a landline and of a mobile telephone, and of another country. */
    @ParameterizedTest
    @CsvSource({
        "+553133334444,+5531933334444",
        "+5511987654321,+5511987654322",
        "+5511987654321,+5521987654321",
        "+12125550100,+121255501001",
        "+525512345678,+525512345679",
        "+541123456789,+541123456780"
    })
    void otherNumbersAreNot(String number, String other) {
        assertThat(PhoneNumber.canonical(number)).isNotEqualTo(PhoneNumber.canonical(other));
    }

    @Test
    void theCanonicalFormOfACanonicalFormIsItself() {
        for (int area = 11; area < 100; area++) {
            for (String local : new String[] {"987654321", "87654321", "33334444"}) {
                String once = PhoneNumber.canonical("+55" + area + local);
                assertThat(PhoneNumber.canonical(once)).isEqualTo(once);
            }
        }
    }
}
