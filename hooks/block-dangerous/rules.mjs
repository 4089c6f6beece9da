import {
  deletesInCode,
  isFindDelete,
  isRecursiveDelete,
  isWildcardDelete,
  namesRemoval,
} from './deletions.mjs';
import { formatsDisk, writesToDisk } from './devices.mjs';
import { isCleaning, isForcedPush, isRestoringAll, removesHistory } from './git.mjs';
import { Options } from './shell.generated.mjs';
import { changesAllRights, changesHooks, dropsData, endsEverything, isForSystem } from './systems.mjs';

const leaveIt = 'Leave it to the user.';

/**
 * Dangerous commands, row by row. The first matching row decides.
 *
 * A row applies if `program` matches the command's bare name, or that and its second word (`git push`). It matches if
 * the words contain one of `phrases` and none of `except`, or if `isDangerous` returns true for the words and the call.
 * `hidden` are phrases to search for in a command that cannot be parsed reliably. `pack` is what the option `packs` names. The agent gets the reason
 * `NAME: COMMAND EFFECT. INSTEAD`, two sentences without a path of HookMD and without a way to turn the guard off.
 */
export const commandRules = [
  {
    name: 'recursive delete',
    pack: 'files',
    program: /^(g?rm|rimraf|del-cli)$/,
    effect: 'deletes a directory that is not a known build or cache directory',
    instead: 'Delete files by name, or move the directory away: mv DIRECTORY /tmp/',
    isDangerous: isRecursiveDelete,
    hidden: ['rm -r|-R|--recursive', 'rimraf'],
  },
  {
    name: 'wildcard delete',
    pack: 'files',
    program: /^(g?rm|unlink)$/,
    effect: 'deletes files without naming them',
    instead: 'Name the files, or part of their names: rm *.log',
    isDangerous: isWildcardDelete,
  },
  {
    name: 'wildcard delete',
    pack: 'files',
    program: /^(g?xargs|parallel)$/,
    effect: 'deletes every file on its input',
    instead: 'Print the list first, then delete those files by name.',
    isDangerous: (words) =>
      words.some((word) => (words[0] === 'parallel' || /\s/.test(word)) && namesRemoval(word)),
  },
  {
    name: 'find and delete',
    pack: 'files',
    program: /^(g?find|fd|fdfind)$/,
    effect: 'deletes everything it finds',
    instead: 'Run it without the deletion first, then delete those files by name.',
    isDangerous: isFindDelete,
    hidden: ['find -delete', 'find -exec|-execdir rm|shred'],
  },
  {
    name: 'recursive delete in code',
    pack: 'files',
    program:
      /^(python[\d.]*|pypy3?|ipython3?|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua\w*|[gmn]?awk|tclsh|osascript|pwsh|rscript|julia|vim?|nvim|emacs|ed|ex|gdb|expect|g?make)$/,
    effect: 'deletes a directory that is not a known build or cache directory',
    instead: 'Delete files by name, or move the directory away: mv DIRECTORY /tmp/',
    isDangerous: deletesInCode,
  },
  {
    name: 'renamed program',
    pack: 'files',
    program: /^(cp|ln|mv|install)$/,
    effect: 'puts a program that deletes files under another name',
    instead: 'Run the program by its usual name.',
    isDangerous: (words) =>
      words.some((word) => /bin\/(g?rm|shred|dd|mkfs\S*)$|^[$`].*\s(rm|shred|dd)\)?`?$/.test(word)),
  },
  {
    name: 'emptied files',
    pack: 'files',
    program: /^(shred|srm)$/,
    effect: 'destroys the content of files',
    instead: 'Move the files away: mv FILE /tmp/',
    isDangerous: (words) => words.length > 1,
    hidden: ['shred|srm'],
  },
  {
    name: 'emptied files',
    pack: 'files',
    program: /^g?truncate$/,
    effect: 'destroys the content of files',
    instead: 'Move the files away, or write the new content.',
    isDangerous: (words) => /\s(-\w*s|--s[a-z]*)[\s=]*[</%-]?0+[KMGTB]*(\s|$)/i.test(words.join(' ')),
  },
  {
    name: 'emptied directories',
    pack: 'files',
    program: /^(g?tar|bsdtar|zip|7z[az]?)$/,
    effect: 'deletes the files that it packs',
    instead: 'Pack the files without that option.',
    phrases: ['--remove-files', 'zip -m|--move', '-sdel'],
  },
  {
    name: 'rsync --delete',
    pack: 'files',
    program: /^rsync$/,
    effect: 'deletes files at the source or the destination',
    instead: 'Run it with -n, and show the user which files it would delete.',
    isDangerous: (words) =>
      words.some((word) => /^--(del|remove-s)/.test(word)) &&
      !new Options(words.slice(1), 'eBTMf').has('n', 'dry-run'),
  },

  {
    name: 'git clean',
    pack: 'git',
    program: /^git clean$/,
    effect: 'deletes files that git does not track',
    instead: 'List the files with `git clean -n`, then delete them by name.',
    isDangerous: isCleaning,
    hidden: ['git clean -f|--force'],
  },
  {
    name: 'git reset --hard',
    pack: 'git',
    program: /^git reset$/,
    effect: 'discards uncommitted changes',
    instead: 'Save them with `git stash`, or use `git reset --keep`.',
    phrases: ['--hard|--merge'],
    hidden: ['git reset --hard'],
  },
  {
    name: 'git checkout of everything',
    pack: 'git',
    program: /^git (checkout|switch|restore)$/,
    effect: 'discards uncommitted changes',
    instead: 'Save them with `git stash`, or name the files.',
    isDangerous: isRestoringAll,
    hidden: ['git checkout|restore .', 'git checkout|switch -f|--force|--discard-changes'],
  },
  {
    name: 'git stash drop',
    pack: 'git',
    program: /^git stash$/,
    effect: 'discards stashed changes',
    instead: 'Use `git stash apply`, which keeps the stash.',
    phrases: ['drop|clear'],
    hidden: ['git stash drop|clear'],
  },
  {
    name: 'git rm -f',
    pack: 'git',
    program: /^git rm$/,
    effect: 'deletes files with uncommitted changes',
    instead: 'Omit -f, or commit the changes first.',
    phrases: ['-f|--force'],
    except: ['--cached', '--dry-run'],
  },
  {
    name: 'forced push',
    pack: 'git',
    program: /^git push$/,
    effect: 'replaces or deletes commits that others may have built on',
    instead: 'Use --force-with-lease on your own branch, or leave the push to the user.',
    isDangerous: isForcedPush,
    hidden: ['git push -f|--force|--mirror|--delete|--prune'],
  },
  {
    name: 'git branch -D',
    pack: 'git',
    program: /^git branch$/,
    effect: 'deletes a branch that may not be merged',
    instead: 'Use `git branch -d`, which fails if work would be lost.',
    phrases: ['-D', '-d|--delete -f|--force'],
    hidden: ['git branch -D'],
  },
  {
    name: 'git history',
    pack: 'git',
    program:
      /^git (reflog|gc|prune|filter-branch|filter-repo|update-ref|worktree|submodule|checkout-index|read-tree)$/,
    effect: 'deletes work that git could still restore',
    instead: leaveIt,
    isDangerous: removesHistory,
  },

  {
    name: 'other version control',
    pack: 'files',
    program: /^(hg|svn)$/,
    effect: 'discards uncommitted changes',
    instead: 'Revert or delete the files by name.',
    phrases: [
      'hg purge|strip',
      'hg revert --all|-a',
      'hg update|up|checkout -C|--clean',
      'svn revert -R|--recursive',
      'svn cleanup --remove-unversioned',
    ],
  },

  {
    name: 'write to a device',
    pack: 'machine',
    program: /^(dd|tee|cp|mv|install)$/,
    effect: 'overwrites a disk',
    instead: 'Write to a file instead.',
    isDangerous: writesToDisk,
    hidden: ['dd of'],
  },
  {
    name: 'format a disk',
    pack: 'machine',
    program: /^(mkfs(\.\w+)?|mke2fs|mkswap|newfs\w*|blkdiscard|[pvl][gv]remove)$/,
    effect: 'destroys the data on a disk',
    instead: 'Leave disks to the user.',
    isDangerous: formatsDisk,
    hidden: ['mkfs|mkfs.ext4|mkfs.xfs|mkfs.btrfs|blkdiscard'],
  },
  {
    name: 'format a disk',
    pack: 'machine',
    program:
      /^(wipefs|[scg]?f?disk|sgdisk|diskutil|zpool|zfs|parted|cryptsetup|nvme|hdparm|mdadm|btrfs|dmsetup)$/,
    effect: 'destroys the data on a disk',
    instead: 'Leave disks to the user.',
    phrases: [
      'wipefs -a|--all|-o|--offset',
      'fdisk|sfdisk|cfdisk|gdisk',
      'sgdisk -Z|-o|-z|--zap-all|--zap|--clear',
      'diskutil eraseDisk|eraseVolume|eraseAll|partitionDisk|reformat|zeroDisk|randomDisk|secureErase',
      'diskutil apfs deleteContainer|deleteVolume',
      'zpool|zfs destroy|labelclear',
      'parted mklabel|mktable|mkpart|rm',
      'cryptsetup luksFormat|luksErase|erase',
      'nvme format|sanitize',
      'hdparm --security-erase|--security-erase-enhanced',
      'mdadm --zero-superblock',
      'btrfs subvolume delete',
      'dmsetup remove_all|wipe_table',
    ],
    except: [
      '-l|--list',
      'wipefs -n|--no-act',
      '--dump',
      'sfdisk -d',
      'fdisk|sfdisk|cfdisk|gdisk -h|--help|-V|--version',
    ],
    hidden: ['wipefs -a|--all'],
  },
  {
    name: 'permissions and owners',
    pack: 'machine',
    program: /^(chmod|chown|chgrp)$/,
    effect: 'changes whole directories, for all users or outside the project',
    instead: 'Change only the files that need it, by name.',
    isDangerous: changesAllRights,
  },

  {
    name: 'end every process',
    pack: 'machine',
    program: /^(kill|killall5)$/,
    effect: 'can end every process',
    instead: 'End one process by its ID: kill PID',
    isDangerous: endsEverything,
  },
  {
    name: 'machine shutdown',
    pack: 'machine',
    program: /^(shutdown|reboot|halt|poweroff|init|telinit|systemctl)$/,
    effect: 'stops or restarts the machine',
    instead: leaveIt,
    isDangerous: isForSystem,
  },
  {
    name: 'remove a user or a crontab',
    pack: 'machine',
    program: /^(userdel|deluser|crontab)$/,
    effect: 'deletes data that cannot be restored',
    instead: leaveIt,
    phrases: ['crontab|userdel -r|--remove', 'deluser --remove-home|--remove-all-files'],
  },

  {
    name: 'hooks of the user',
    pack: 'machine',
    program: /^(hooks|hookmd|hooks\.cjs)$/,
    effect: 'changes which hooks run',
    instead: leaveIt,
    isDangerous: changesHooks,
  },
  {
    name: 'hooks of the user',
    pack: 'machine',
    program: /^(node|nodejs|bun|deno)$/,
    effect: 'changes which hooks run',
    instead: leaveIt,
    isDangerous: (words) => {
      const at = words.findIndex((word) => /(^|\/)(hooks\.cjs|hooks|hookmd)$/.test(word));
      return at > 0 && changesHooks(words.slice(at));
    },
  },

  {
    name: 'drop a database',
    pack: 'data',
    program:
      /^(psql|mysql|mariadb|sqlite3|sqlplus|sqlcmd|mongo|mongosh|redis-cli|valkey-cli|clickhouse(-client)?|cqlsh|duckdb|cockroach)$/,
    effect: 'deletes data',
    instead: 'Work on a copy, or leave it to the user.',
    isDangerous: dropsData,
  },
  {
    name: 'drop a database',
    pack: 'data',
    program:
      /^(dropdb|dropuser|mysqladmin|bq|rails|rake|php|artisan|prisma|sequelize(-cli)?|knex|typeorm|supabase|python[\d.]*|manage\.py|django-admin|npm|pnpm|yarn|bun)$/,
    effect: 'deletes data',
    instead: 'Work on a copy, or leave it to the user.',
    phrases: [
      'dropdb|dropuser',
      'mysqladmin drop',
      'bq rm',
      'db:drop|db:drop:all|db:reset|db:purge|db:wipe|db:schema:load|migrate:fresh|migrate:reset|schema:drop',
      'prisma migrate reset',
      'prisma --force-reset|--accept-data-loss',
      'supabase db reset',
      'manage.py|django-admin flush|reset_db',
    ],
    except: ['--help', '--version'],
  },

  {
    name: 'container data',
    pack: 'infrastructure',
    program: /^(docker|podman|nerdctl|docker-compose|podman-compose)$/,
    effect: 'deletes images, containers or volumes that others may use',
    instead: 'Remove one image or container by name.',
    phrases: [
      'system prune -a|--all|--volumes',
      'system reset',
      'volume rm|remove|prune',
      'compose|docker-compose|podman-compose down|rm -v|--volumes',
    ],
  },
  {
    name: 'cluster',
    pack: 'infrastructure',
    program: /^(kubectl|oc|k3s|microk8s|helm)$/,
    effect: 'deletes resources of a cluster',
    instead: leaveIt,
    phrases: [
      'delete ns|namespace|namespaces|project|projects|pv|pvc|persistentvolume|persistentvolumes',
      'delete persistentvolumeclaim|persistentvolumeclaims|crd|crds|node|nodes|sts|statefulset|statefulsets|all',
      'delete --all|-A|--all-namespaces|-k|--kustomize',
      'helm uninstall|delete|del|un',
    ],
    except: ['--dry-run=client', '--dry-run=server'],
  },
  {
    name: 'infrastructure',
    pack: 'infrastructure',
    program: /^(terraform|tofu|terragrunt|pulumi|cdk|cdktf|serverless|sls|sam|eksctl)$/,
    effect: 'destroys deployed resources',
    instead: 'Show the user what would be destroyed: terraform plan -destroy',
    phrases: [
      'destroy|destroy-all',
      'apply -destroy|--destroy',
      'pulumi stack rm',
      'sls|serverless remove',
      'sam|eksctl delete',
    ],
  },
  {
    name: 'cloud',
    pack: 'infrastructure',
    program: /^(aws|gsutil|gcloud|az|gh|rclone|s3cmd|mc|npm|fly|flyctl|heroku|doctl)$/,
    effect: 'deletes stored or published data',
    instead: leaveIt,
    phrases: [
      'aws s3 rb',
      'aws s3 rm --recursive',
      'aws s3 sync --delete',
      'aws delete-bucket|delete-stack|delete-table|delete-cluster|delete-db-instance|delete-db-cluster|terminate-instances',
      'gsutil rm -r|-R',
      'gsutil rb',
      'gcloud storage rm -r|--recursive',
      'gcloud projects|instances|databases|clusters|buckets delete',
      'az group|vm|storage|sql|aks|keyvault delete',
      'gh repo|release delete',
      'rclone purge|delete|sync',
      's3cmd rb',
      's3cmd del -r|--recursive',
      'mc rb',
      'mc rm -r|--recursive',
      'npm unpublish',
      'fly|flyctl destroy',
      'heroku apps:destroy|pg:reset',
      'doctl delete',
    ],
    except: ['--dryrun', '--dry-run', 'rclone -n'],
  },
];
