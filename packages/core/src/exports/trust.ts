export { isPluginFile } from '../discovery/scan.ts';
export { whyNotRoots } from '../state/whose.ts';
export { findLinkProblem, foldName, showPath } from '../trust/approvable.ts';
export {
  type Approval,
  type Grants,
  grantsOf,
  listApprovals,
  removeApproval,
  writeApproval,
} from '../trust/approval.ts';
export {
  type ContentSink,
  digestOf,
  type PackageFile,
  readContent,
  readPackage,
  toContent,
} from '../trust/digest.ts';
export { liesInside, linkProblem, listLinks, removeLink, writeLink } from '../trust/link.ts';
export {
  MAX_DEPTH,
  MAX_FILES,
  MAX_PACKAGE_BYTES,
  OWN_GIT,
  readTree,
  removeTree,
  stampPackage,
  type TreeNode,
} from '../trust/package-tree.ts';
export type { ApprovalKey } from '../trust/records.ts';
export { isDigest, storedPath, verifyStored } from '../trust/store.ts';
export { bytesOf, findGarbage, removeGarbage } from '../trust/store-garbage.ts';
