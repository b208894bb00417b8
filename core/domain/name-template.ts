/** Fields of a download's file name. */
export const nameFields = ['name', 'language', 'type', 'folder', 'number'] as const
export type NameField = (typeof nameFields)[number]

export const usualTemplate = '{name} ({language})'
export const longestTemplate = 120

/**
 * A template with its fields filled in. Brackets and separators around an empty field are dropped; an unknown field stays
 * visible.
 */
export function fillTemplate(template: string, fields: Readonly<Record<NameField, string>>): string {
  return template
    .replace(/[([]\s*\{(\w+)\}\s*[)\]]|\{(\w+)\}/g, (whole, inBrackets?: string, bare?: string) => {
      const name = inBrackets ?? bare ?? ''
      if (!isField(name)) return whole
      const value = fields[name]
      return value === '' ? '' : whole.replace(`{${name}}`, () => value)
    })
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s_.-]+|[\s_.-]+$/g, '')
}

const isField = (name: string): name is NameField => nameFields.some((field) => field === name)
