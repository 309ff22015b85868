#include "tuner/cmd/outputs.h"
#include <assert.h>
#include "engine/core/draft.h"

Buf *outputs_add(Outputs *outputs, const char *path, const char *suffix) {
    assert(outputs->count < OUTPUTS_MAX);
    buf_addf(&outputs->path[outputs->count], "%s%s", path, suffix);
    return &outputs->content[outputs->count++];
}

bool outputs_write(const Outputs *outputs, Err *err) {
    Draft *draft[OUTPUTS_MAX] = { NULL };
    bool good = true;
    for (int i = 0; good && i < outputs->count; i++) {
        draft[i] = draft_new(buf_text(&outputs->path[i]), err);
        good = draft[i] && draft_add(draft[i], buf_text(&outputs->content[i]), outputs->content[i].len, err) && draft_finish(draft[i], err);
    }
    for (int i = 0; i < outputs->count; i++) {
        if (good) good = draft_commit(draft[i], err);
        else draft_drop(draft[i]);
    }
    return good;
}

void outputs_free(Outputs *outputs) {
    for (int i = 0; i < outputs->count; i++) {
        buf_free(&outputs->path[i]);
        buf_free(&outputs->content[i]);
    }
}
