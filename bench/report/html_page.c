#include "bench/report/html_page.h"
#include "bench/report/html.h"
#include "bench/report/page_assets.h"
#include "engine/core/file.h"

static void add_script(Buf *out) {
    static const char *const parts[] = { pack_js, position_js, notation_js, board_js, curve_js, moves_js, games_js, viewer_js };
    buf_add(out, "<script type=\"module\">\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) buf_add(out, parts[i]);
    buf_add(out, "</script>");
}

void html_page_write(const char *title, const char *body, bool script, Buf *out) {
    Buf escaped = { 0 }, code = { 0 };
    html_add(&escaped, title);
    if (script) add_script(&code);
    const HtmlSlot slots[] = { { "title", buf_text(&escaped) }, { "style", page_css }, { "viewer_style", script ? viewer_css : "" },
                               { "body", body },                { "script", buf_text(&code) } };
    html_fill(out, page_html, slots, (int)(sizeof slots / sizeof *slots));
    buf_free(&escaped);
    buf_free(&code);
}

bool html_page_save(const char *path, const char *title, const Buf *body, bool script, Err *err) {
    Buf page = { 0 };
    html_page_write(title, buf_text(body), script, &page);
    const bool good = file_write(path, page.text, page.len, err);
    buf_free(&page);
    return good;
}
