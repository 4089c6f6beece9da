/*
 * hooks-spawn: starts the programs of a resident runtime. Node copies its page tables to start one, and looks after it with a dozen calls;
 * this is small, and what it starts shares its memory until it is another program.
 *
 * Descriptor 3 is the socket to the runtime. What the bytes on it mean stands in process/spawner/native-messages.ts. It ends with that
 * socket, and whatever it has started ends with it. Linux only. Built by built-program.ts.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

enum {
  HOST = 3,
  HEAD = 9,
  MOST_RUNS = 1024,
  MOST_WORDS = 16 * 1024,
  PIECE = 64 * 1024,
  /* More the runtime does not send. */
  MOST_BYTES = 80 * 1024 * 1024,
};
enum asked { START = 1, CLOSE = 2 };
enum told { STARTED = 1, FAILED, OUTPUT, OUTPUT_ENDED, EXITED };
/* Descriptors of a run: its outputs have the numbers that the program knows them by. */
enum watched { END = 0, STDOUT = 1, STDERR = 2, WATCHED = 3 };

struct run {
  uint32_t number;
  pid_t leader; /* 0 = a free place */
  int files[WATCHED];
};

static struct run runs[MOST_RUNS];
static int events;

/* ---- Told to the runtime ---- */

static char told[1024 * 1024];
static size_t told_bytes;

static void end_all(void) {
  for (int at = 0; at < MOST_RUNS; at += 1)
    if (runs[at].leader != 0) kill(-runs[at].leader, SIGKILL);
  _exit(0);
}

static void flush(void) {
  for (size_t at = 0; at < told_bytes;) {
    /* No signal for a socket that is gone: there is more to be ended than this. */
    ssize_t sent = send(HOST, told + at, told_bytes - at, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && errno == EAGAIN) {
      struct pollfd ready = {.fd = HOST, .events = POLLOUT};
      poll(&ready, 1, -1);
      continue;
    }
    if (sent < 0) end_all();
    at += (size_t)sent;
  }
  told_bytes = 0;
}

/* Where `bytes` of what is told next may be written to. */
static char *room_for(size_t bytes) {
  if (told_bytes + HEAD + bytes > sizeof told) flush();
  return told + told_bytes + HEAD;
}

static void tell(uint32_t number, enum told what, uint32_t bytes) {
  uint32_t size = HEAD - sizeof size + bytes;
  memcpy(told + told_bytes, &size, sizeof size);
  memcpy(told + told_bytes + 4, &number, sizeof number);
  told[told_bytes + 8] = (char)what;
  told_bytes += HEAD + bytes;
}

static void tell_number(uint32_t number, enum told what, uint32_t value) {
  memcpy(room_for(sizeof value), &value, sizeof value);
  tell(number, what, sizeof value);
}

/* ---- One run ---- */

static int watch(int place, enum watched which, int file) {
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)(place * WATCHED + (int)which)};
  runs[place].files[which] = file;
  return epoll_ctl(events, EPOLL_CTL_ADD, file, &event);
}

static void unwatch(struct run *run, enum watched which) {
  if (run->files[which] >= 0) close(run->files[which]);
  run->files[which] = -1;
  if (run->files[END] >= 0 || run->files[STDOUT] >= 0 || run->files[STDERR] >= 0) return;
  /* Not before: until then the number of its group is nobody else's, and what it left in the background can be ended by it. */
  waitpid(run->leader, NULL, 0);
  run->leader = 0;
}

/* Standard input as a file without a name: it cannot fill up, and /dev/stdin can be opened. */
static int stdin_file(const char *bytes, size_t count) {
  int file = memfd_create("stdin", MFD_CLOEXEC);
  for (size_t at = 0; file >= 0 && at < count;) {
    ssize_t written = pwrite(file, bytes + at, count - at, (off_t)at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      close(file);
      return -1;
    }
    at += (size_t)written;
  }
  return file;
}

static volatile int start_error;

/* Null where it did not start; then start_error says why. */
static pid_t start_program(char **words, char **variables, const char *folder, const int files[WATCHED]) {
  start_error = 0;
  pid_t started = vfork();
  if (started != 0) {
    if (started < 0) start_error = errno;
    if (started > 0 && start_error != 0) waitpid(started, NULL, 0);
    return start_error == 0 ? started : 0;
  }
  /* From here on in the memory of both: nothing but calls of the system. */
  setsid();
  if (dup2(files[0], 0) >= 0 && dup2(files[1], 1) >= 0 && dup2(files[2], 2) >= 0 && chdir(folder) == 0)
    execvpe(words[0], words, variables);
  start_error = errno;
  _exit(127);
}

static void close_pair(const int pair[2]) {
  for (int at = 0; at < 2; at += 1)
    if (pair[at] >= 0) close(pair[at]);
}

static int free_place(void) {
  for (int at = 0; at < MOST_RUNS; at += 1)
    if (runs[at].leader == 0) return at;
  errno = EAGAIN;
  return -1;
}

/* Returns 0, or why not. */
static int start_run(uint32_t number, char **words, char **variables, const char *folder, const char *bytes, size_t count) {
  int out[2] = {-1, -1}, err[2] = {-1, -1}, problem = 0, end = -1;
  int place = free_place();
  int in = place < 0 ? -1 : stdin_file(bytes, count);
  pid_t leader = 0;
  if (in < 0 || pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) {
    problem = errno;
  } else {
    leader = start_program(words, variables, folder, (const int[]){in, out[1], err[1]});
    problem = start_error;
  }
  /* Before there must be room for what tells of its end. */
  if (in >= 0) close(in);
  close_pair((const int[]){out[1], err[1]});
  if (leader != 0 && (end = (int)syscall(SYS_pidfd_open, leader, 0)) < 0) {
    /* Any other error than those after which it is started elsewhere: it has begun. */
    problem = EIO;
    kill(-leader, SIGKILL);
    waitpid(leader, NULL, 0);
  }
  if (problem != 0) {
    close_pair((const int[]){out[0], err[0]});
    return problem;
  }
  runs[place] = (struct run){.number = number, .leader = leader};
  tell_number(number, STARTED, (uint32_t)leader);
  watch(place, END, end);
  watch(place, STDOUT, out[0]);
  watch(place, STDERR, err[0]);
  return 0;
}

static void read_output(struct run *run, enum watched which) {
  char *room = room_for(1 + PIECE);
  room[0] = (char)which;
  ssize_t count = read(run->files[which], room + 1, PIECE);
  if (count < 0 && errno == EINTR) return;
  if (count > 0) return tell(run->number, OUTPUT, 1 + (uint32_t)count);
  tell(run->number, OUTPUT_ENDED, 1);
  unwatch(run, which);
}

static void read_end(struct run *run) {
  siginfo_t end = {.si_pid = 0};
  int is_known = waitid(P_PID, (id_t)run->leader, &end, WEXITED | WNOHANG | WNOWAIT) == 0;
  if (is_known && end.si_pid == 0) return;
  /* What nobody knows must not read as a success. */
  uint32_t status = is_known ? (uint32_t)end.si_status : SIGKILL;
  tell_number(run->number, EXITED, is_known && end.si_code == CLD_EXITED ? status << 8 : status);
  unwatch(run, END);
}

/* ---- Asked by the runtime ---- */

static uint32_t number_at(const char *bytes) {
  uint32_t number;
  memcpy(&number, bytes, sizeof number);
  return number;
}

/* The next text of a message; null where there is none. */
static char *next_text(char **at, char *end) {
  char *text = *at;
  char *stop = text < end ? memchr(text, 0, (size_t)(end - text)) : NULL;
  if (stop == NULL) return NULL;
  *at = stop + 1;
  return text;
}

/* How many words, how many variables; the folder, the words, the variables; what stands on standard input. */
static void hear_start(uint32_t number, char *at, char *end) {
  static char *texts[MOST_WORDS + 2];
  uint32_t words = end - at < 8 ? 0 : number_at(at), variables = words == 0 ? 0 : number_at(at + 4);
  if (words == 0 || words > MOST_WORDS || variables > MOST_WORDS - words)
    return tell_number(number, FAILED, E2BIG);
  at += 8;
  const char *folder = next_text(&at, end);
  char **next = texts;
  for (uint32_t left = words; left > 0; left -= 1) *next++ = next_text(&at, end);
  *next++ = NULL;
  for (uint32_t left = variables; left > 0; left -= 1) *next++ = next_text(&at, end);
  *next = NULL;
  int problem = folder == NULL || texts[0] == NULL
                    ? EINVAL
                    : start_run(number, texts, texts + words + 1, folder, at, (size_t)(end - at));
  if (problem != 0) tell_number(number, FAILED, (uint32_t)problem);
}

/* Nobody reads this output any more. */
static void hear_close(uint32_t number, int which) {
  if (which != STDOUT && which != STDERR) return;
  for (int at = 0; at < MOST_RUNS; at += 1)
    if (runs[at].leader != 0 && runs[at].number == number) unwatch(&runs[at], (enum watched)which);
}

static void hear(char *message, size_t count) {
  if (count < HEAD - 4) return;
  uint32_t number = number_at(message);
  char *body = message + HEAD - 4;
  if (message[4] == START) hear_start(number, body, message + count);
  else if (message[4] == CLOSE && count > HEAD - 4) hear_close(number, *body);
}

static void read_host(void) {
  static char *held;
  static size_t held_bytes, room;
  if (room - held_bytes < PIECE) {
    room = room * 2 + PIECE;
    held = room > MOST_BYTES ? NULL : realloc(held, room);
    if (held == NULL) end_all();
  }
  ssize_t count = read(HOST, held + held_bytes, room - held_bytes);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) end_all();
  held_bytes += (size_t)count;
  size_t at = 0;
  while (held_bytes - at >= 4) {
    size_t size = number_at(held + at);
    if (held_bytes - at - 4 < size) break;
    hear(held + at + 4, size);
    at += 4 + size;
  }
  held_bytes -= at;
  if (held_bytes > 0 && at > 0) memmove(held, held + at, held_bytes);
}

int main(int count, char **words) {
  (void)words;
  /* So that who built it can see that it starts. */
  if (count > 1) return 0;
  struct epoll_event ready[64], host = {.events = EPOLLIN, .data.u32 = MOST_RUNS * WATCHED};
  /* What whoever started the runtime left open is nothing for hooks. A kernel that does not know the call leaves it so. */
  syscall(SYS_close_range, HOST + 1, ~0u, 0);
  events = epoll_create1(EPOLL_CLOEXEC);
  int itself = (int)syscall(SYS_pidfd_open, getpid(), 0);
  if (itself < 0 || events < 0 || epoll_ctl(events, EPOLL_CTL_ADD, HOST, &host) != 0) return 1;
  close(itself);
  fcntl(HOST, F_SETFD, FD_CLOEXEC);
  for (;;) {
    int number = epoll_wait(events, ready, sizeof ready / sizeof *ready, -1), asks = 0;
    for (int at = 0; at < number; at += 1) {
      uint32_t what = ready[at].data.u32;
      /* Last: what is started in a place that has become free must not get what its predecessor left. */
      if (what == MOST_RUNS * WATCHED) asks = 1;
      else if (runs[what / WATCHED].files[what % WATCHED] < 0) continue;
      else if (what % WATCHED == END) read_end(&runs[what / WATCHED]);
      else read_output(&runs[what / WATCHED], (enum watched)(what % WATCHED));
    }
    if (asks) read_host();
    flush();
  }
}
