#include "engine/xq/gb18030.h"
#include <errno.h>
#include <iconv.h>
#include <stdint.h>

/* Bytes of the UTF-8 character that begins at bytes, 0 when none does (table 3-7 of the Unicode standard). */
static size_t utf8_size(const unsigned char *bytes, size_t len) {
    const unsigned char first = bytes[0];
    if (first < 0x80) return 1;
    if (first < 0xc2 || first > 0xf4) return 0;
    const size_t size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (size > len) return 0;
    const unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (bytes[1] < low || bytes[1] > high) return 0;
    for (size_t i = 2; i < size; i++)
        if ((bytes[i] & 0xc0) != 0x80) return 0;
    return size;
}

bool utf8_valid(const char *bytes, size_t len) {
    for (size_t at = 0; at < len;) {
        const size_t size = utf8_size((const unsigned char *)bytes + at, len - at);
        if (!size) return false;
        at += size;
    }
    return true;
}

bool gb18030_to_utf8(const char *bytes, size_t len, Buf *out, Err *err) {
    const iconv_t converter = iconv_open("UTF-8", "GB18030");
    if (converter == (iconv_t)-1) return err_system(err, "convert from", "GB18030");
    char *from = (char *)bytes; /* iconv's signature lacks the const; it doesn't write there */
    while (len) {
        char chunk[4096], *to = chunk;
        size_t room = sizeof chunk;
        const size_t done = iconv(converter, &from, &len, &to, &room);
        buf_add_n(out, chunk, (size_t)(to - chunk));
        if (done != (size_t)-1 || errno == E2BIG) continue;
        buf_add_char(out, '?');
        from++;
        len--;
    }
    iconv_close(converter);
    return true;
}
