/* spawn-time STDIN PROGRAM WORDS…: starts it by posix_spawn, waits for its end, prints wall and CPU time in microseconds. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

static double us(struct timeval time) { return time.tv_sec * 1e6 + time.tv_usec; }

int main(int count, char **words) {
  if (count < 3) return 2;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, words[1], O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
  pid_t child;
  int status;
  struct rusage used;
  double started_us = now_us();
  if (posix_spawn(&child, words[2], &files, NULL, words + 2, environ) != 0) return 3;
  if (wait4(child, &status, 0, &used) != child || status != 0) return 4;
  printf("%.1f %.1f\n", now_us() - started_us, us(used.ru_utime) + us(used.ru_stime));
  return 0;
}
