/* The page's own files, compiled in as they stand in bench/report/page/. */
#ifndef BENCH_REPORT_PAGE_ASSETS_H
#define BENCH_REPORT_PAGE_ASSETS_H

/* Templates, see html_fill. */
extern const char page_html[], viewer_html[];
extern const char page_css[], viewer_css[];
/* One script, in this order. */
extern const char pack_js[], position_js[], notation_js[], board_js[], curve_js[], moves_js[], games_js[], viewer_js[];
#endif
