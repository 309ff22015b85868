/* The fake engine's like for chess runners: speaks UCI and plays from a fixed script, at next to no cost, so that what is
 * measured is the runner. Nothing is looked at but how many plies were played: both sides bring out two knights and
 * take them back, again and again, with a step of a pawn in every eighth move before any position comes for the third
 * time. When the pawns have stepped, after 192 plies, positions repeat and the game is a draw. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IN_SIZE = 1 << 16, BLOCK = 8, PAWN_STEPS = 12 };

typedef struct {
    char text[IN_SIZE];
    size_t start, end;
} Input;

/* The next line; NULL at the end of the input. */
static char *hear(Input *input) {
    for (;;) {
        char *line = input->text + input->start, *stop = memchr(line, '\n', input->end - input->start);
        if (stop) {
            *stop = 0;
            input->start = (size_t)(stop + 1 - input->text);
            return line;
        }
        memmove(input->text, line, input->end - input->start);
        input->end -= input->start;
        input->start = 0;
        const ssize_t got = read(STDIN_FILENO, input->text + input->end, IN_SIZE - input->end);
        if (got <= 0) return NULL;
        input->end += (size_t)got;
    }
}

static void say(const char *text) {
    const size_t len = strlen(text);
    if (write(STDOUT_FILENO, text, len) != (ssize_t)len) exit(1);
}

/* "position startpos|fen F [moves m1 m2 ...]": how many plies of the game that is. */
static int count_plies(const char *line) {
    int plies = 0, full = 1;
    char side = 'w';
    if (!strncmp(line, "position fen ", 13)) {
        sscanf(line + 13, "%*s %c %*s %*s %*d %d", &side, &full);
        plies = 2 * (full - 1) + (side == 'b');
    }
    const char *moves = strstr(line, " moves ");
    for (const char *at = moves ? moves + strlen(" moves") : ""; *at; at++) plies += *at == ' ' && at[1] > ' ';
    return plies;
}

/* Black does the same on the other side of the board. */
static void mirror(char move[5]) {
    move[1] = (char)('1' + '8' - move[1]);
    move[3] = (char)('1' + '8' - move[3]);
}

static void choose(int plies, char move[5]) {
    static const char *const knights[] = { "b1a3", "g1h3", "a3b1", "h3g1" };
    const int own = plies / 2, step = own / BLOCK;
    if (own % BLOCK == 0 && step < PAWN_STEPS) {
        const int rank = 2 + step % 2;
        snprintf(move, 5, "%c%d%c%d", 'b' + step / 2, rank, 'b' + step / 2, rank + 1);
    } else {
        const int pawns = step < PAWN_STEPS ? step + 1 : PAWN_STEPS; /* stepped so far */
        snprintf(move, 5, "%s", knights[(own - pawns) % 4]);
    }
    if (plies % 2) mirror(move);
}

int main(void) {
    static Input input;
    char *line, move[5], answer[96];
    int plies = 0;
    while ((line = hear(&input))) {
        if (!strncmp(line, "position ", 9)) {
            plies = count_plies(line);
        } else if (!strncmp(line, "go", 2)) {
            choose(plies, move);
            snprintf(answer, sizeof answer, "info depth 1 seldepth 2 score cp 12 nodes 20 pv %s\nbestmove %s\n", move,
                     move);
            say(answer);
        } else if (!strcmp(line, "isready")) {
            say("readyok\n");
        } else if (!strcmp(line, "uci")) {
            say("id name Fake\noption name Hash type spin default 16 min 1 max 1024\nuciok\n");
        } else if (!strcmp(line, "quit")) {
            break;
        }
    }
    return 0;
}
