#include "engine/tests/test.h"
#include <string.h>
#include "engine/core/sha256.h"

static void the_published_digests_come_out(void **state) {
    (void)state;
    static const struct { const char *text; int times; const char *digest; } rows[] = {
        { "", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
        { "aaaaaaaaaa", 100000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Sha256 sha;
        char text[SHA256_TEXT_SIZE];
        sha256_init(&sha);
        for (int k = 0; k < rows[i].times; k++) sha256_add(&sha, rows[i].text, strlen(rows[i].text));
        assert_string_equal(sha256_text(&sha, text), rows[i].digest);
    }
}

static void texts_are_kept_apart(void **state) {
    (void)state;
    char one[SHA256_TEXT_SIZE], two[SHA256_TEXT_SIZE];
    Sha256 sha;
    sha256_init(&sha);
    sha256_add_text(&sha, "ab");
    sha256_add_text(&sha, "c");
    sha256_text(&sha, one);
    sha256_init(&sha);
    sha256_add_text(&sha, "a");
    sha256_add_text(&sha, "bc");
    assert_string_not_equal(one, sha256_text(&sha, two));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_digests_come_out),
        cmocka_unit_test(texts_are_kept_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
