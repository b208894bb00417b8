import type { Selectable } from 'kysely'
import type { ChangedMeanwhile, NamedVersion, OperationEntry, OperationOutcome } from '#core/contract/operation.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { OperationTable } from '../../store/tables/files.ts'
import type { Planned } from '../heavy/work.ts'
import type { Target } from './targets.ts'

/** A version was edited or deleted since the dry run: nothing was written. */
export class VersionsChanged extends Error {
  readonly versions: ChangedMeanwhile[]
  constructor(versions: ChangedMeanwhile[]) {
    super(`${versions.length} versions have changed`)
    this.versions = versions
  }
}

/** What an operation would do to a version, as the API carries it. */
export function describeOutcome(target: Target, revision: number, plan: Planned): OperationOutcome {
  const { fault, samples, counts, findings, lines, changed } = plan
  return {
    ...describeVersion(target),
    revision,
    cue_sum: lines,
    changed,
    fault: fault ? { reason: fault.reason, number: fault.number, line: lineOf(fault.cue) } : null,
    samples: samples.map(({ number, before, after }) => ({
      number,
      before: before ? lineOf(before) : null,
      after: after ? lineOf(after) : null,
    })),
    counts: counts ?? null,
    findings: findings.map(({ number, cue, finding }) => ({
      number,
      cue_id: cue.id,
      rule: finding.rule,
      values: { ...finding.values },
      line: lineOf(cue),
    })),
  }
}

/** What distinguishes a version from the others of its folder, as the API carries it. */
export function describeVersion(
  row: Pick<Target, 'id' | 'video_id' | 'video_name' | 'name' | 'language' | 'source' | 'version' | 'is_use'>,
): NamedVersion {
  const { id, video_id, video_name, name, language, source, version, is_use } = row
  return {
    file_id: id,
    video_id: video_id ?? '',
    video_name: video_name ?? name,
    ...{ name, language, from: source, version, is_use },
  }
}

function lineOf({ start, end, text, roles }: Cue) {
  return { start, end, text, roles: [...roles] }
}

/** An operation that was made, as the API carries it. */
export function describeOperation(row: Selectable<OperationTable>): OperationEntry {
  return {
    operation_id: row.id,
    kind: row.content.kind,
    operation: row.content as OperationEntry['operation'],
    person: row.person,
    versions: row.versions,
    changed: row.changed_lines,
    create_time: row.created_at.toISOString(),
    undo_time: row.undone_at?.toISOString() ?? '',
  }
}
