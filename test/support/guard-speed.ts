import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Evaluated {
  /** A reason, a decision, or null: nothing speaks against the text. */
  readonly answer: unknown;
  /** Within 50 ms for a text of 64 KiB. */
  readonly isFast: boolean;
}

/** The bundled guards of shell commands, in a thread of this process. */
export class Guards {
  readonly #worker: Worker;
  #last = 0;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** `project` is where commands run. The guards are warm. */
  static async open(
    names: readonly string[],
    places: { readonly project: string; readonly home: string },
  ): Promise<Guards> {
    const hooks = new URL('../../hooks/', import.meta.url).href;
    const warmUp = ordinaryScript(65_536);
    const worker = new Worker(new URL('guard-worker.mjs', import.meta.url), {
      workerData: { hooks, names, warmUp, ...places },
    });
    await once(worker, 'message');
    return new Guards(worker);
  }

  /** What a guard says of a command. Throws what the guard throws. */
  async evaluate(name: string, command: string): Promise<Evaluated> {
    this.#last += 1;
    const id = this.#last;
    this.#worker.postMessage({ id, name, command });
    for (;;) {
      const [result] = await once(this.#worker, 'message');
      // A test that ran out of time has left its own answer behind.
      if (result.id !== id) continue;
      if (result.thrown !== undefined) throw new Error(result.thrown);
      return result;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** A script as people write them: every block has names of its own. */
export function ordinaryScript(length: number): string {
  const blocks: string[] = ['set -euo pipefail\n'];
  let size = 0;
  for (let index = 0; size < length; index += 1) {
    const block = blockOf(`module${index}`);
    size += block.length;
    blocks.push(block);
  }
  return blocks.join('');
}

const blockOf = (name: string): string => `
log_${name}() {
  local level="$1"; shift
  printf '%s %s\\n' "$level" "$*" >&2
}
if [ -f "src/${name}/package.json" ]; then
  npm --prefix "src/${name}" ci && npm --prefix "src/${name}" test -- --runInBand
fi
for file in src/${name}/*.ts; do
  sed -i "s/old/${name}/g" "$file"
done
out="build/${name}"
rm -f build/${name}.log && mkdir -p "$out"
cp -R src/${name}/assets "$out/"
tar -czf build/${name}.tgz -C build ${name}
cat > build/${name}/config.json <<'EOF'
{ "name": "${name}", "retries": 3, "tags": ["a", "b"] }
EOF
python3 - <<'EOF'
import json
print(json.load(open("build/${name}/config.json"))["name"])
EOF
curl -fsS "http://localhost:8080/${name}/health" | jq -e '.status == "ok"' || log_${name} warn "not up"
git add src/${name} && git commit -m "Rename old to ${name} (see docs/${name}.md)" && git push -u origin ${name}
`;
