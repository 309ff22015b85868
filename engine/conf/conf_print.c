#include <string.h>
#include "engine/conf/conf.h"
#include "engine/core/text.h"

static bool is_word_byte(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr("_./", c));
}

/* Text that needs no quotes wherever it stands. A dash before a digit is no item of a list: quoted, a negative number would be text
 * to other readers. */
static bool is_plain(const char *text) {
    if (*text == '-' && text[1] >= '0' && text[1] <= '9') text++;
    if (!is_word_byte(*text)) return false;
    while (is_word_byte(*text) || (*text && strchr("+-=", *text))) text++;
    return !*text;
}

static void print_text(const char *text, Buf *out) {
    if (is_plain(text)) {
        buf_add(out, text);
        return;
    }
    text_add_quoted(text, out);
}

static void print_inset(int inset, Buf *out) {
    for (int i = 0; i < inset; i++) buf_add(out, "  ");
}

static void print_members(const ConfNode *node, int inset, bool begun, Buf *out);

/* What follows "key:" or the "-" of an item. */
static void print_value(const ConfNode *node, int inset, Buf *out) {
    if (node->kind == CONF_SCALAR) {
        buf_add_char(out, ' ');
        print_text(node->text, out);
        buf_add_char(out, '\n');
    } else if (!node->child) {
        buf_add(out, node->kind == CONF_MAP ? " {}\n" : " []\n");
    } else if (!node->key) { /* an item begins on the line of its dash */
        buf_add_char(out, ' ');
        print_members(node, inset, true, out);
    } else {
        buf_add_char(out, '\n');
        print_members(node, inset, false, out);
    }
}

/* begun: the inset of the first line stands there already. */
static void print_members(const ConfNode *node, int inset, bool begun, Buf *out) {
    for (const ConfNode *child = node->child; child; child = child->next) {
        if (!begun) print_inset(inset, out);
        begun = false;
        if (node->kind == CONF_LIST) {
            buf_add_char(out, '-');
        } else {
            print_text(child->key, out);
            buf_add_char(out, ':');
        }
        print_value(child, inset + 1, out);
    }
}

void conf_print(const ConfNode *root, Buf *out) {
    if (root->kind != CONF_SCALAR && root->child) {
        print_members(root, 0, false, out);
    } else {
        Buf value = { 0 };
        print_value(root, 0, &value);
        buf_add(out, buf_text(&value) + 1);
        buf_free(&value);
    }
}
