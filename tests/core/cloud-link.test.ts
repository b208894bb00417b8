import { expect, test } from 'vitest'
import { readCloudLink, segmentsOf } from '#core/domain/cloud-link.ts'

const read = (text: string): string => {
  const link = readCloudLink(text)
  if (typeof link === 'string') return link
  return link.kind === 'share'
    ? `share ${link.base} ${link.token} [${link.folder.join(', ')}]`
    : `${link.kind} ${link.address}`
}

test.each([
  [' https://a.example/video.mp4#t=3 ', 'file https://a.example/video.mp4'],
  ['https://cloud.example/s/AbCd1234EfGh567', 'share https://cloud.example AbCd1234EfGh567 []'],
  ['https://cloud.example/index.php/s/AbCd1234', 'share https://cloud.example AbCd1234 []'],
  ['https://x.example/nextcloud/s/AbCd1234/download', 'share https://x.example/nextcloud AbCd1234 []'],
  ['https://x.example/s/AbCd1234?path=%2FTalks%2F..%2FDay 1', 'share https://x.example AbCd1234 [Talks, Day 1]'],
  ['https://www.dropbox.com/s/abc/clip.mp4?dl=0', 'dropbox https://www.dropbox.com/s/abc/clip.mp4?dl=1'],
  [
    'https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=k&raw=1',
    'dropbox https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=k&dl=1',
  ],
  ['https://www.dropbox.com/scl/fo/abc/xyz?dl=0', 'import_folder_link'],
  ['https://www.dropbox.com/home', 'import_link_unreadable'],
  [
    'https://drive.google.com/file/d/1AbC_dEf-GhIjKlMnOp/view?usp=sharing',
    'drive https://drive.usercontent.google.com/download?export=download&confirm=t&id=1AbC_dEf-GhIjKlMnOp',
  ],
  [
    'https://drive.google.com/open?id=1AbC_dEf-GhIjKlMnOp&resourcekey=0-xy',
    'drive https://drive.usercontent.google.com/download?export=download&confirm=t&id=1AbC_dEf-GhIjKlMnOp&resourcekey=0-xy',
  ],
  ['https://drive.google.com/drive/folders/1AbC_dEf-GhIjKlMnOp', 'import_folder_link'],
  ['https://drive.google.com/drive/my-drive', 'import_link_unreadable'],
  ['https://ann:secret@a.example/video.mp4', 'import_link_credentials'],
  ['ftp://a.example/video.mp4', 'import_link_unreadable'],
  ['file:///etc/passwd', 'import_link_unreadable'],
  ['javascript:alert(1)', 'import_link_unreadable'],
  ['a.example/video.mp4', 'import_link_unreadable'],
  ['', 'import_link_unreadable'],
  [`https://a.example/${'x'.repeat(2000)}`, 'import_link_unreadable'],
])('%j leads to %s', (text, link) => expect(read(text)).toBe(link))

test('a path leads down only', () => {
  expect(segmentsOf('/a/../b/./c//')).toEqual(['a', 'b', 'c'])
})
