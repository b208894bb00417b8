import type { projectCalls } from '#core/contract/project.ts'
import type { Deps } from '../app/deps.ts'
import {
  addProject,
  configureProject,
  getProject,
  joinProject,
  listProjects,
  removeFromProject,
  renameProject,
} from '../app/projects.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about projects. */
export function projectHandlers(deps: Deps): HandlersOf<typeof projectCalls> {
  return {
    listProjects: (input, { accountId }) => listProjects(deps, accountId, input),
    getProject: ({ project_id }, caller) => getProject(deps, caller, project_id),
    addProject: (input, { accountId }) => addProject(deps, accountId, input),
    configureProject: (input, { accountId }) => configureProject(deps, accountId, input),
    renameProject: (input, { accountId }) => renameProject(deps, accountId, input).then(done),
    joinProject: (input, { accountId }) => joinProject(deps, accountId, input),
    removeFromProject: (input, { accountId }) => removeFromProject(deps, accountId, input).then(done),
  }
}
