#include "engine/xq/gb18030.h"
#include <errno.h>
#include <iconv.h>

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
