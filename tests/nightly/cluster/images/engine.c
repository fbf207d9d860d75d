// ClickHouse's command line of libchdb, as a program.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  void *library = dlopen(getenv("LIBCHDB"), RTLD_NOW | RTLD_GLOBAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  void *(*run)(int, char **) = dlsym(library, "chdb_query_cmdline");
  const char *(*error_of)(void *) = dlsym(library, "chdb_result_error");
  void *result = run(argc, argv);
  const char *error = result ? error_of(result) : "no result";
  if (error) fprintf(stderr, "%s\n", error);
  return error != 0;
}
