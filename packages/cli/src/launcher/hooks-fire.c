/*
 * hooks-fire AGENT EVENT: the launcher, which an agent starts for each event.
 *
 * 1. It sends the event from standard input to the daemon, and prints the daemon's reply.
 * 2. If no daemon accepts the event within 50 ms, or the connection breaks, it starts `hooks run` with the same dispatch ID.
 * 3. If `hooks run` cannot start, or ends without a decision, it replies in the format of the agent: it blocks the event if a hook
 *    with `onFailure: block` guards it, and otherwise lets it proceed.
 *
 * STATE is the state directory, compiled in as a string so that no variable can change it. serve/frames.ts describes the messages on
 * the socket. build-launcher.ts compiles this file; it needs only C99 and POSIX.
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
  /* One byte more than the limit, so that `hooks run` rejects the payload with its own message. */
  MAX_PAYLOAD = 12 * 1024 * 1024 + 1,
  /* Reads before it waits in poll, about 0.25 ms: on an idle machine, waking up takes longer than most replies. */
  MAX_SPINS = 400,
  MAX_REPLY = 64 * 1024 * 1024,
  BUDGET_MARGIN_MS = 250,
  /* The exit code of a shell after an interrupt. */
  EXIT_CANCELED = 130,
};
#define NO_LIMIT_MS 0xffffffffu

extern char **environ;

static const char *agent;
static const char *event;
static char dispatch_id[33];
/* The mount namespace and the umask. A handler inherits them, so the daemon handles the event only if its own are the same. */
static char machine[128];
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

static void print_error(const char *text) { write_all(2, text, strlen(text)); }

/* ---- Replies without Node ---- */

/* Whether a file of STATE/active lists this event for this directory. core/src/registry/hook-index/must-agree.ts writes these files. */
static int is_listed(FILE *file, const char *canonical, const char *directory) {
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  int is_found = 0;
  while (!is_found && (length = getline(&line, &capacity, file)) > 0) {
    if (line[length - 1] == '\n') line[--length] = 0;
    char *tab = strchr(line, '\t');
    if (tab == NULL) continue;
    *tab = 0;
    const char *listed = tab + 1;
    size_t listed_length = strlen(listed);
    /* An empty directory applies everywhere. An unknown working directory could be any. */
    int applies_here = listed_length == 0 || directory == NULL ||
                       (strncmp(directory, listed, listed_length) == 0 &&
                        (directory[listed_length] == '/' || directory[listed_length] == 0));
    is_found = strcmp(line, canonical) == 0 && applies_here;
  }
  free(line);
  return is_found;
}

/* Whether a hook with `onFailure: block` guards this event in the working directory. */
static int must_agree(const char *canonical) {
  static const char suffix[] = ".must-agree";
  DIR *active = opendir(STATE "/active");
  if (active == NULL) return 0;
  char *directory = getcwd(NULL, 0);
  int is_found = 0;
  struct dirent *entry;
  while (!is_found && (entry = readdir(active)) != NULL) {
    size_t length = strlen(entry->d_name);
    if (length < sizeof suffix || strcmp(entry->d_name + length - (sizeof suffix - 1), suffix) != 0) continue;
    int file = openat(dirfd(active), entry->d_name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *lines = file < 0 ? NULL : fdopen(file, "r");
    if (lines == NULL) continue;
    is_found = is_listed(lines, canonical, directory);
    fclose(lines);
  }
  free(directory);
  closedir(active);
  return is_found;
}

/* Returns the next field of a line, and moves `rest` behind it. */
static char *next_field(char **rest) {
  char *field = *rest;
  char *tab = field == NULL ? NULL : strchr(field, '\t');
  if (tab != NULL) *tab = 0;
  *rest = tab == NULL ? NULL : tab + 1;
  return field;
}

/*
 * Reports why the event cannot be handled, prints the reply for the agent, and exits.
 *
 * unhandled-replies.ts describes the lines of the file with the replies. If it has none for this agent and event, the event proceeds,
 * or is blocked as in most formats: with exit code 2.
 */
static void exit_unhandled(const char *reason) {
  print_error("hookmd: ");
  print_error(reason);
  print_error(" `hooks doctor` shows more.\n");
  /* Frees a descriptor, because all may be in use. */
  close(0);
  FILE *replies = fopen(STATE "/bin/hooks-fire.answers", "re");
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  int has_reply = 0, is_blocked = 0, exit_code = 0;
  while (replies != NULL && (length = getline(&line, &capacity, replies)) > 0) {
    if (line[length - 1] == '\n') line[length - 1] = 0;
    char *rest = line;
    const char *line_agent = next_field(&rest), *line_event = next_field(&rest), *canonical = next_field(&rest);
    const char *kind = next_field(&rest), *code = next_field(&rest), *stream = next_field(&rest);
    if (rest == NULL || strcmp(line_agent, agent) != 0 || strcmp(line_event, event) != 0) continue;
    if (!has_reply) is_blocked = must_agree(canonical);
    has_reply = 1;
    if (strcmp(kind, is_blocked ? "rejection" : "notice") != 0) continue;
    int descriptor = atoi(stream) == 2 ? 2 : 1;
    write_all(descriptor, rest, strlen(rest));
    write_all(descriptor, "\n", 1);
    exit_code = atoi(code);
  }
  if (!has_reply && must_agree(event)) {
    print_error("HookMD blocks this event, because a hook that must not be skipped cannot run.\n");
    exit_code = 2;
  }
  exit(exit_code);
}

/* ---- `hooks run` ---- */

/* Returns NULL at the end of the file. */
static char *read_line(FILE *file) {
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length = file == NULL ? -1 : getline(&line, &capacity, file);
  if (length <= 0) return NULL;
  if (line[length - 1] == '\n') line[length - 1] = 0;
  return line;
}

/* Whether a variable could make Node, the dynamic loader or OpenSSL load other code than the installed program. */
static int can_load_code(const char *entry) {
  static const char *const harmless[] = {"NODE_ENV=", "NODE_DISABLE_COMPILE_CACHE="};
  static const char *const prefixes[] = {"NODE_", "LD_", "DYLD_", "OPENSSL_", "GCONV_PATH=", "GLIBC_TUNABLES="};
  for (size_t at = 0; at < sizeof harmless / sizeof *harmless; at += 1)
    if (strncmp(entry, harmless[at], strlen(harmless[at])) == 0) return 0;
  for (size_t at = 0; at < sizeof prefixes / sizeof *prefixes; at += 1)
    if (strncmp(entry, prefixes[at], strlen(prefixes[at])) == 0) return 1;
  return 0;
}

static void clean_environment(void) {
  char **end = environ;
  for (char **entry = environ; *entry != NULL; entry += 1)
    if (!can_load_code(*entry)) *end++ = *entry;
  *end = NULL;
}

static volatile sig_atomic_t run_pid;
static volatile sig_atomic_t is_canceled;

static void forward_signal(int signal_number) {
  is_canceled = 1;
  kill((pid_t)run_pid, signal_number);
}

/* In the child process. If the launcher is killed with SIGKILL, which it cannot forward, the system ends the child too. */
static void become_hooks_run(char *const args[], int input, pid_t launcher) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  /* The launcher may have ended before prctl. */
  if (getppid() != launcher) _exit(1);
  dup2(input, 0);
  signal(SIGPIPE, SIG_DFL);
  execv(args[0], args);
  _exit(1);
}

/* Starts a child instead of replacing this process, because it must reply if `hooks run` is killed or cannot load. */
static void start_hooks_run(char *const args[]) {
  static const int forwarded[] = {SIGTERM, SIGINT, SIGHUP};
  int ends[2];
  if (pipe(ends) != 0) exit_unhandled("The launcher cannot create a pipe.");
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  pid_t launcher = getpid();
  pid_t child = fork();
  if (child < 0) exit_unhandled("The launcher cannot start a process.");
  if (child == 0) become_hooks_run(args, ends[0], launcher);
  run_pid = child;
  for (size_t at = 0; at < sizeof forwarded / sizeof *forwarded; at += 1) signal(forwarded[at], forward_signal);
  close(ends[0]);
  /* An agent that still writes gets EPIPE, because the rest of its input is not read. */
  close(0);
  write_all(ends[1], payload, payload_bytes);
  close(ends[1]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (is_canceled) exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_CANCELED);
  /* Other exit codes are failures: they have no meaning for any agent. */
  if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 2)) exit(WEXITSTATUS(status));
  exit_unhandled("`hooks run` ended without a decision.");
}

/* `left_ms` is the rest of the agent's timeout; NO_LIMIT_MS = unknown, and `hooks run` determines it. */
static void run_hooks(int64_t left_ms) {
  FILE *places = fopen(STATE "/bin/hooks-fire.places", "re");
  char *node = read_line(places), *command = read_line(places), *home = read_line(places);
  if (home == NULL) exit_unhandled("The launcher is incomplete. Run `hooks daemon --launcher`.");
  fclose(places);
  if (access(node, X_OK) != 0) exit_unhandled("Node was moved or removed. Run `hooks daemon --launcher`.");
  if (access(command, R_OK) != 0) exit_unhandled("The hooks command was moved or removed. Run `hooks daemon --launcher`.");
  clean_environment();
  char budget[32];
  snprintf(budget, sizeof budget, "%lldms", (long long)(left_ms > 1 ? left_ms : 1));
  char *args[] = {node, command, "run", (char *)event, "--agent", (char *)agent, "--home", home, "--state", STATE,
                  "--dispatch", dispatch_id, left_ms == NO_LIMIT_MS ? NULL : "--budget", budget, NULL};
  start_hooks_run(args);
}

/* ---- The daemon ---- */

static int is_private(int directory) {
  struct stat facts;
  return fstat(directory, &facts) == 0 && facts.st_uid == geteuid() && (facts.st_mode & 077) == 0;
}

static int is_of_same_user(int socket) {
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

/* A socket address has at most about 100 bytes. For a longer path, it connects from inside the directory. */
static int connect_in(int directory, int client) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  static const char path[] = STATE "/run/socket";
  if (sizeof path <= sizeof name.sun_path) {
    memcpy(name.sun_path, path, sizeof path);
    return connect(client, (struct sockaddr *)&name, sizeof name);
  }
  int previous = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (previous < 0 || fchdir(directory) != 0) return -1;
  memcpy(name.sun_path, "socket", sizeof "socket");
  int result = connect(client, (struct sockaddr *)&name, sizeof name);
  if (fchdir(previous) != 0) exit_unhandled("The launcher cannot return to the working directory.");
  close(previous);
  return result;
}

/* Returns -1 if no daemon runs, or if it is not one of the same user. */
static int connect_daemon(void) {
  int directory = open(STATE "/run", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return -1;
  int client = is_private(directory) ? socket(AF_UNIX, SOCK_STREAM, 0) : -1;
  if (client >= 0) {
    fcntl(client, F_SETFD, FD_CLOEXEC);
    /* Set before `connect`, which would otherwise wait while the queue of the daemon is full. */
    fcntl(client, F_SETFL, O_NONBLOCK);
    if (connect_in(directory, client) != 0 || !is_of_same_user(client)) {
      close(client);
      client = -1;
    }
  }
  close(directory);
  return client;
}

static void put32(unsigned char *at, uint32_t number) {
  for (int byte = 0; byte < 4; byte += 1) at[byte] = (unsigned char)(number >> (24 - 8 * byte));
}

static uint32_t get32(const unsigned char *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Waits until the socket can be read or written. Returns 0 at the timeout. `until_ms` < 0 = no timeout. */
static int wait_for(int client, short events, int64_t until_ms) {
  for (;;) {
    int64_t left = until_ms < 0 ? -1 : until_ms - now_ms();
    if (until_ms >= 0 && left <= 0) return 0;
    struct pollfd ready = {.fd = client, .events = events};
    int count = poll(&ready, 1, left > 1000000000 ? 1000000000 : (int)left);
    if (count > 0) return 1;
    if (count < 0 && errno != EINTR) return 0;
  }
}

/* Fills `machine` as `ownPlace` in serve/frames.ts does. */
static void describe_machine(void) {
  ssize_t length = readlink("/proc/self/ns/mnt", machine, sizeof machine - 8);
  mode_t mask = umask(077);
  umask(mask);
  snprintf(machine + (length > 0 ? length : 0), 8, " %o", (unsigned)mask);
}

/* The timeout applies to each part of a long event, not to the whole. */
static int send_event(int client) {
  size_t environment_bytes = 0;
  for (char **entry = environ; *entry != NULL; entry += 1) environment_bytes += strlen(*entry) + 1;
  char *environment = malloc(environment_bytes + 1);
  char *directory = getcwd(NULL, 0);
  if (environment == NULL || directory == NULL) return -1;
  char *end = environment;
  for (char **entry = environ; *entry != NULL; entry += 1) {
    size_t length = strlen(*entry) + 1;
    memcpy(end, *entry, length);
    end += length;
  }
  describe_machine();
  const void *fields[] = {dispatch_id, agent, event, directory, machine, environment, payload};
  size_t lengths[] = {32, strlen(agent), strlen(event), strlen(directory), strlen(machine), environment_bytes, payload_bytes};
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
  free(directory);
  return 0;
}

enum reading { READ_ALL, TIMED_OUT, BROKEN };

static enum reading read_all(int client, void *to, size_t count, int64_t until_ms) {
  char *at = to;
  int spins = 0;
  while (count > 0) {
    ssize_t got = read(client, at, count);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN && spins < MAX_SPINS) {
      spins += 1;
      sched_yield();
      continue;
    }
    if (got < 0 && errno == EAGAIN) {
      if (!wait_for(client, POLLIN, until_ms)) return TIMED_OUT;
      continue;
    }
    if (got <= 0) return BROKEN;
    at += got;
    count -= (size_t)got;
  }
  return READ_ALL;
}

/* Prints the reply of the daemon and exits. Returns the rest of the agent's timeout if `hooks run` must handle the event. */
static int64_t send_to_daemon(void) {
  int64_t started_ms = now_ms();
  int client = connect_daemon();
  if (client < 0) return NO_LIMIT_MS;
  int64_t left_ms = NO_LIMIT_MS;
  unsigned char head[5];
  if (send_event(client) != 0) goto lost;
  if (read_all(client, head, sizeof head, now_ms() + ACCEPT_MS) != READ_ALL || head[0] != 'A') goto lost;
  unsigned char timeout[4];
  if (get32(head + 1) != 4 || read_all(client, timeout, 4, now_ms() + ACCEPT_MS) != READ_ALL) goto lost;

  uint32_t timeout_ms = get32(timeout);
  int64_t until_ms = timeout_ms == NO_LIMIT_MS ? -1 : started_ms + timeout_ms;
  enum reading reading = read_all(client, head, sizeof head, until_ms);
  uint32_t count = reading == READ_ALL ? get32(head + 1) : 0;
  unsigned char *reply = NULL;
  if (reading == READ_ALL && head[0] == 'R' && count >= 5 && count <= MAX_REPLY && (reply = malloc(count)) != NULL)
    reading = read_all(client, reply, count, until_ms);
  if (reading == TIMED_OUT) exit_unhandled("The daemon did not reply in time.");
  if (reading == READ_ALL && reply != NULL && get32(reply + 1) <= count - 5) {
    uint32_t out = get32(reply + 1);
    write_all(1, (char *)reply + 5, out);
    write_all(2, (char *)reply + 5 + out, count - 5 - out);
    _exit(reply[0]);
  }
  if (until_ms >= 0) left_ms = until_ms + BUDGET_MARGIN_MS - now_ms();
lost:
  close(client);
  return left_ms;
}

static void read_payload(void) {
  size_t capacity = sizeof first_chunk;
  for (;;) {
    ssize_t got = read(0, payload + payload_bytes, capacity - payload_bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) {
      wait_for(0, POLLIN, -1);
      continue;
    }
    if (got <= 0) return;
    payload_bytes += (size_t)got;
    if (payload_bytes >= MAX_PAYLOAD) return;
    if (payload_bytes < capacity) continue;
    char *grown = payload == first_chunk ? malloc(capacity * 2) : realloc(payload, capacity * 2);
    if (grown == NULL) return;
    if (payload == first_chunk) memcpy(grown, first_chunk, payload_bytes);
    payload = grown;
    capacity *= 2;
  }
}

int main(int count, char **args) {
  if (count != 3) {
    print_error("Usage: hooks-fire AGENT EVENT, with the payload on standard input. Agents run this command for each event.\n");
    return 0;
  }
  agent = args[1];
  event = args[2];
  signal(SIGPIPE, SIG_IGN);
  /* An agent that ignores SIGCHLD passes that on, and then waitpid would not return the exit code. */
  signal(SIGCHLD, SIG_DFL);
  unsigned char random[16];
  if (getentropy(random, sizeof random) != 0) {
    /* The ID must be unique, not secret. */
    int64_t seed[2] = {now_ms(), getpid()};
    memcpy(random, seed, sizeof random);
  }
  for (size_t at = 0; at < sizeof random; at += 1) snprintf(dispatch_id + 2 * at, 3, "%02x", random[at]);
  read_payload();
  run_hooks(send_to_daemon());
}
