/*
 * hooks-fire AGENT EVENT: what an agent starts for each of its events.
 *
 * Passes the event on standard input to the resident runtime and prints its answer. Where none accepts it within 50 ms,
 * or the connection breaks, it starts `hooks run`, under the same dispatch id. Where that cannot be started either, or ends
 * without an answer, it says so in the agent's own form: no opinion, or a refusal where a guard must agree.
 *
 * STATE is the state directory, as a string; which folder that is, no variable decides. What the bytes on the socket mean stands in
 * serve/frames.ts. Built by build-launcher.ts; C99, POSIX, nothing else.
 */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef STATE
#error "STATE is the state directory"
#endif

enum {
  PROTOCOL = 1,
  FIELDS = 7,
  ACCEPT_MS = 50,
  /* One byte more than is judged: `hooks run` says that it is too much. */
  MAX_PAYLOAD = 12 * 1024 * 1024 + 1,
  /* Of a quarter of a millisecond. Being woken on a machine that has gone to rest takes longer than most answers. */
  LOOKS = 400,
  MAX_ANSWER = 64 * 1024 * 1024,
  BUDGET_MARGIN_MS = 250,
  /* As a shell says it. */
  CALLED_OFF = 130,
};
#define NO_LIMIT_MS 0xffffffffu

extern char **environ;

static const char *agent;
static const char *event;
static char dispatch_id[33];
/* What a handler of ours has of us that no message can carry: which files there are, and with which modes it makes new ones. */
static char place[128];
static char first_chunk[64 * 1024];
static char *payload = first_chunk;
static size_t payload_bytes;

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int write_all(int file, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      struct pollfd ready = {.fd = file, .events = POLLOUT};
      poll(&ready, 1, -1);
      continue;
    }
    if (written <= 0) return -1;
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

static void say(const char *text) { write_all(2, text, strlen(text)); }

/* ---- Without Node ---- */

/* Whether a line of a file in STATE/active says that this event may not go on unasked. See registry/must-agree.ts. */
static int file_says_must_agree(FILE *file, const char *canonical, const char *folder) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  int says = 0;
  while (!says && (length = getline(&line, &room, file)) > 0) {
    if (line[length - 1] == '\n') line[--length] = 0;
    char *tab = strchr(line, '\t');
    if (tab == NULL) continue;
    *tab = 0;
    const char *where = tab + 1;
    size_t depth = strlen(where);
    int holds_here = depth == 0 || folder == NULL ||
                     (strncmp(folder, where, depth) == 0 && (folder[depth] == '/' || folder[depth] == 0));
    says = strcmp(line, canonical) == 0 && holds_here;
  }
  free(line);
  return says;
}

static int must_agree(const char *canonical) {
  static const char ending[] = ".must-agree";
  DIR *active = opendir(STATE "/active");
  if (active == NULL) return 0;
  char *folder = getcwd(NULL, 0);
  int says = 0;
  struct dirent *entry;
  while (!says && (entry = readdir(active)) != NULL) {
    size_t length = strlen(entry->d_name);
    if (length < sizeof ending || strcmp(entry->d_name + length - (sizeof ending - 1), ending) != 0) continue;
    int file = openat(dirfd(active), entry->d_name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *lines = file < 0 ? NULL : fdopen(file, "r");
    if (lines == NULL) continue;
    says = file_says_must_agree(lines, canonical, folder);
    fclose(lines);
  }
  free(folder);
  closedir(active);
  return says;
}

/* The next field of a line; the last one keeps what is left. */
static char *cut(char **rest) {
  char *field = *rest;
  char *tab = field == NULL ? NULL : strchr(field, '\t');
  if (tab != NULL) *tab = 0;
  *rest = tab == NULL ? NULL : tab + 1;
  return field;
}

/*
 * Prints what build-launcher.ts wrote down for this: lines of agent, its word for the event, ours, `notice` or `rejection`,
 * exit status, descriptor, text. Without a line: silence, or the refusal that most agents know, exit status 2.
 */
static void unable(const char *why) {
  say("hookmd: ");
  say(why);
  say(" `hooks doctor` shows more.\n");
  /* One descriptor more, where there are no others. */
  close(0);
  FILE *answers = fopen(STATE "/bin/hooks-fire.answers", "re");
  char *line = NULL;
  size_t room = 0;
  ssize_t length;
  int is_known = 0, refuses = 0, status = 0;
  while (answers != NULL && (length = getline(&line, &room, answers)) > 0) {
    if (line[length - 1] == '\n') line[length - 1] = 0;
    char *rest = line;
    const char *its_agent = cut(&rest), *word = cut(&rest), *canonical = cut(&rest), *kind = cut(&rest);
    const char *code = cut(&rest), *stream = cut(&rest);
    if (rest == NULL || strcmp(its_agent, agent) != 0 || strcmp(word, event) != 0) continue;
    if (!is_known) refuses = must_agree(canonical);
    is_known = 1;
    if (strcmp(kind, refuses ? "rejection" : "notice") != 0) continue;
    int descriptor = atoi(stream) == 2 ? 2 : 1;
    write_all(descriptor, rest, strlen(rest));
    write_all(descriptor, "\n", 1);
    status = atoi(code);
  }
  if (!is_known && must_agree(event)) {
    say("HookMD cannot judge this event, and a hook must agree to it.\n");
    status = 2;
  }
  exit(status);
}

/* ---- One shot ---- */

/* Its own lines: Node, the hooks command, the home directory. */
static char *read_line(FILE *file) {
  char *line = NULL;
  size_t room = 0;
  ssize_t length = file == NULL ? -1 : getline(&line, &room, file);
  if (length <= 0) return NULL;
  if (line[length - 1] == '\n') line[length - 1] = 0;
  return line;
}

/* Variables by which Node, its loader or its cryptography would run something before, or beside, the program that was installed. */
static int chooses_code(const char *entry) {
  static const char *const harmless[] = {"NODE_ENV=", "NODE_DISABLE_COMPILE_CACHE="};
  static const char *const prefixes[] = {"NODE_", "LD_", "DYLD_", "OPENSSL_", "GCONV_PATH=", "GLIBC_TUNABLES="};
  for (size_t at = 0; at < sizeof harmless / sizeof *harmless; at += 1)
    if (strncmp(entry, harmless[at], strlen(harmless[at])) == 0) return 0;
  for (size_t at = 0; at < sizeof prefixes / sizeof *prefixes; at += 1)
    if (strncmp(entry, prefixes[at], strlen(prefixes[at])) == 0) return 1;
  return 0;
}

static void clean_environment(void) {
  char **kept = environ;
  for (char **entry = environ; *entry != NULL; entry += 1)
    if (!chooses_code(*entry)) *kept++ = *entry;
  *kept = NULL;
}

static volatile sig_atomic_t one_shot_pid;
static volatile sig_atomic_t is_called_off;

static void call_off(int signal_number) {
  is_called_off = 1;
  kill((pid_t)one_shot_pid, signal_number);
}

/* In the child. Whoever ends us with a signal that nobody hears ends it too. */
static void become_one_shot(char *const words[], int input, pid_t launcher) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != launcher) _exit(1);
  dup2(input, 0);
  signal(SIGPIPE, SIG_DFL);
  execv(words[0], words);
  _exit(1);
}

/* What was read already is written to it, and its end looked at: it may be killed, or not find what it is made of. */
static void watch_one_shot(char *const words[]) {
  static const int ending[] = {SIGTERM, SIGINT, SIGHUP};
  int ends[2];
  if (pipe(ends) != 0) unable("The event cannot be passed on: no pipe.");
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  pid_t launcher = getpid();
  pid_t child = fork();
  if (child < 0) unable("The event cannot be passed on: no process.");
  if (child == 0) become_one_shot(words, ends[0], launcher);
  one_shot_pid = child;
  for (size_t at = 0; at < sizeof ending / sizeof *ending; at += 1) signal(ending[at], call_off);
  close(ends[0]);
  /* An agent that has more to say than is read hears that nobody reads. */
  close(0);
  write_all(ends[1], payload, payload_bytes);
  close(ends[1]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (is_called_off) exit(WIFEXITED(status) ? WEXITSTATUS(status) : CALLED_OFF);
  /* The statuses of an answer: no agent gives another one a meaning. */
  if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 2)) exit(WEXITSTATUS(status));
  unable("`hooks run` has ended without an answer.");
}

/* `left_ms` of the agent's patience; NO_LIMIT_MS = it is not known, and `hooks run` knows. */
static void one_shot(int64_t left_ms) {
  FILE *places = fopen(STATE "/bin/hooks-fire.places", "re");
  char *node = read_line(places), *command = read_line(places), *home = read_line(places);
  if (home == NULL) unable("The launcher is not complete. Run `hooks daemon --launcher`.");
  fclose(places);
  if (access(node, X_OK) != 0) unable("Node is not where it was. Run `hooks daemon --launcher`.");
  if (access(command, R_OK) != 0) unable("The hooks command is not where it was. Run `hooks daemon --launcher`.");
  clean_environment();
  char budget[32];
  snprintf(budget, sizeof budget, "%lldms", (long long)(left_ms > 1 ? left_ms : 1));
  char *words[] = {node, command, "run", (char *)event, "--agent", (char *)agent, "--home", home, "--state", STATE,
                   "--dispatch", dispatch_id, left_ms == NO_LIMIT_MS ? NULL : "--budget", budget, NULL};
  watch_one_shot(words);
}

/* ---- The runtime ---- */

static int is_own(int folder) {
  struct stat facts;
  return fstat(folder, &facts) == 0 && facts.st_uid == geteuid() && (facts.st_mode & 077) == 0;
}

static int is_own_process(int socket) {
#ifdef SO_PEERCRED
  struct ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
#else
  uid_t user;
  gid_t group;
  return getpeereid(socket, &user, &group) == 0 && user == geteuid();
#endif
}

/* A path of more than a hundred bytes is no name of a socket: then it is named from its folder. */
static int connect_in(int folder, int client) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  static const char whole[] = STATE "/run/socket";
  if (sizeof whole <= sizeof name.sun_path) {
    memcpy(name.sun_path, whole, sizeof whole);
    return connect(client, (struct sockaddr *)&name, sizeof name);
  }
  int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (here < 0 || fchdir(folder) != 0) return -1;
  memcpy(name.sun_path, "socket", sizeof "socket");
  int result = connect(client, (struct sockaddr *)&name, sizeof name);
  if (fchdir(here) != 0) unable("The working directory is gone.");
  close(here);
  return result;
}

/* -1 = there is none, or it is not ours. */
static int connect_runtime(void) {
  int folder = open(STATE "/run", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  int client = is_own(folder) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
  if (client >= 0) {
    fcntl(client, F_SETFD, FD_CLOEXEC);
    /* Also of `connect`: it would wait where too many do. */
    fcntl(client, F_SETFL, O_NONBLOCK);
    if (connect_in(folder, client) != 0 || !is_own_process(client)) {
      close(client);
      client = -1;
    }
  }
  close(folder);
  return client;
}

static void put32(unsigned char *at, uint32_t number) {
  for (int byte = 0; byte < 4; byte += 1) at[byte] = (unsigned char)(number >> (24 - 8 * byte));
}

static uint32_t get32(const unsigned char *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Waits until something can be read or written; 0 = the time is up. */
static int wait_for(int client, short what, int64_t until_ms) {
  for (;;) {
    int64_t left = until_ms < 0 ? -1 : until_ms - now_ms();
    if (until_ms >= 0 && left <= 0) return 0;
    struct pollfd ready = {.fd = client, .events = what};
    int count = poll(&ready, 1, left > 1000000000 ? 1000000000 : (int)left);
    if (count > 0) return 1;
    if (count < 0 && errno != EINTR) return 0;
  }
}

static void find_place(void) {
  ssize_t length = readlink("/proc/self/ns/mnt", place, sizeof place - 8);
  mode_t mask = umask(077);
  umask(mask);
  snprintf(place + (length > 0 ? length : 0), 8, " %o", (unsigned)mask);
}

/* Each piece of a long event may take as long as the answer to a short one. */
static int send_event(int client) {
  size_t environment_bytes = 0;
  for (char **entry = environ; *entry != NULL; entry += 1) environment_bytes += strlen(*entry) + 1;
  char *environment = malloc(environment_bytes + 1);
  char *folder = getcwd(NULL, 0);
  if (environment == NULL || folder == NULL) return -1;
  char *end = environment;
  for (char **entry = environ; *entry != NULL; entry += 1) {
    size_t length = strlen(*entry) + 1;
    memcpy(end, *entry, length);
    end += length;
  }
  find_place();
  const void *fields[] = {dispatch_id, agent, event, folder, place, environment, payload};
  size_t lengths[] = {32, strlen(agent), strlen(event), strlen(folder), strlen(place), environment_bytes, payload_bytes};
  unsigned char head[12 + FIELDS * 4] = {'H', 'K', 'M', 'D', PROTOCOL};
  size_t total = FIELDS * 4;
  struct iovec parts[FIELDS + 1] = {{.iov_base = head, .iov_len = sizeof head}};
  for (int field = 0; field < FIELDS; field += 1) {
    put32(head + 12 + field * 4, (uint32_t)lengths[field]);
    total += lengths[field];
    parts[field + 1] = (struct iovec){.iov_base = (void *)fields[field], .iov_len = lengths[field]};
  }
  put32(head + 8, (uint32_t)total);
  int part = 0;
  while (part <= FIELDS) {
    ssize_t written = writev(client, parts + part, FIELDS + 1 - part);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && (errno != EAGAIN || !wait_for(client, POLLOUT, now_ms() + ACCEPT_MS))) return -1;
    while (part <= FIELDS && written >= (ssize_t)parts[part].iov_len) written -= (ssize_t)parts[part++].iov_len;
    if (part <= FIELDS && written > 0) {
      parts[part].iov_base = (char *)parts[part].iov_base + written;
      parts[part].iov_len -= (size_t)written;
    }
  }
  free(environment);
  free(folder);
  return 0;
}

enum reading { READ_ALL, TIME_IS_UP, BROKEN };

static enum reading read_all(int client, void *to, size_t count, int64_t until_ms) {
  char *at = to;
  int looks = 0;
  while (count > 0) {
    ssize_t got = read(client, at, count);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN && looks < LOOKS) {
      looks += 1;
      sched_yield();
      continue;
    }
    if (got < 0 && errno == EAGAIN) {
      if (!wait_for(client, POLLIN, until_ms)) return TIME_IS_UP;
      continue;
    }
    if (got <= 0) return BROKEN;
    at += got;
    count -= (size_t)got;
  }
  return READ_ALL;
}

/* Prints the answer and ends. Returns where a one shot is to judge the event, with what is left of the agent's patience. */
static int64_t ask_runtime(void) {
  int64_t started_ms = now_ms();
  int client = connect_runtime();
  if (client < 0) return NO_LIMIT_MS;
  int64_t left_ms = NO_LIMIT_MS;
  unsigned char head[5];
  if (send_event(client) != 0) goto lost;
  if (read_all(client, head, sizeof head, now_ms() + ACCEPT_MS) != READ_ALL || head[0] != 'A') goto lost;
  unsigned char patience[4];
  if (get32(head + 1) != 4 || read_all(client, patience, 4, now_ms() + ACCEPT_MS) != READ_ALL) goto lost;

  uint32_t patience_ms = get32(patience);
  int64_t until_ms = patience_ms == NO_LIMIT_MS ? -1 : started_ms + patience_ms;
  enum reading reading = read_all(client, head, sizeof head, until_ms);
  uint32_t count = reading == READ_ALL ? get32(head + 1) : 0;
  unsigned char *answer = NULL;
  if (reading == READ_ALL && head[0] == 'R' && count >= 5 && count <= MAX_ANSWER && (answer = malloc(count)) != NULL)
    reading = read_all(client, answer, count, until_ms);
  if (reading == TIME_IS_UP) unable("The resident runtime has accepted this event and did not answer in time.");
  if (reading == READ_ALL && answer != NULL && get32(answer + 1) <= count - 5) {
    uint32_t out = get32(answer + 1);
    write_all(1, (char *)answer + 5, out);
    write_all(2, (char *)answer + 5 + out, count - 5 - out);
    _exit(answer[0]);
  }
  if (until_ms >= 0) left_ms = until_ms + BUDGET_MARGIN_MS - now_ms();
lost:
  close(client);
  return left_ms;
}

static void read_payload(void) {
  size_t room = sizeof first_chunk;
  for (;;) {
    ssize_t got = read(0, payload + payload_bytes, room - payload_bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      wait_for(0, POLLIN, -1);
      continue;
    }
    if (got <= 0) return;
    payload_bytes += (size_t)got;
    if (payload_bytes >= MAX_PAYLOAD) return;
    if (payload_bytes < room) continue;
    char *grown = payload == first_chunk ? malloc(room * 2) : realloc(payload, room * 2);
    if (grown == NULL) return;
    if (payload == first_chunk) memcpy(grown, first_chunk, payload_bytes);
    payload = grown;
    room *= 2;
  }
}

int main(int count, char **words) {
  if (count != 3) {
    say("Usage: hooks-fire AGENT EVENT, with the event on standard input. Agents call it; their settings name it.\n");
    return 0;
  }
  agent = words[1];
  event = words[2];
  signal(SIGPIPE, SIG_IGN);
  /* Whoever ignores its children has taught us so; then nobody would say how ours ends. */
  signal(SIGCHLD, SIG_DFL);
  unsigned char random[16];
  if (getentropy(random, sizeof random) != 0) {
    /* Not a secret, only not another's: of this process and this moment. */
    int64_t seed[2] = {now_ms(), getpid()};
    memcpy(random, seed, sizeof random);
  }
  for (size_t at = 0; at < sizeof random; at += 1) snprintf(dispatch_id + 2 * at, 3, "%02x", random[at]);
  read_payload();
  one_shot(ask_runtime());
}
