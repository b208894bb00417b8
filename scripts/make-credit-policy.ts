/** `node scripts/make-credit-policy.ts`: the credit policy as documents of a word processor, into public/. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import { MONTHLY_GIFT_CREDITS, RETURNED_CREDITS_DAYS } from '#core/domain/credits.ts'
import { SIGN_UP_CREDITS, SIGN_UP_CREDITS_DAYS } from '#core/domain/prices.ts'

interface Policy {
  readonly title: string
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[]
  readonly table: readonly (readonly [string, string, string])[]
}

const en: Policy = {
  title: 'Credit policy',
  table: [
    ['Credits', 'How many', 'Valid'],
    ['Sign-up package', `${SIGN_UP_CREDITS}, once for each account`, `${SIGN_UP_CREDITS_DAYS} days`],
    ['Gift of the month', `${MONTHLY_GIFT_CREDITS}, from the month after the sign-up`, 'To the end of the month'],
    ['Packages', 'As bought, with their free credits', '180 or 365 days from the payment'],
  ],
  sections: [
    {
      title: 'What credits are for',
      lines: [
        'Credits pay for tasks: extraction, translation, dubbing, erasing and video synthesis. The price is shown before a task starts. Editing, saving and downloading cost nothing.',
        'A started unit of 30 seconds or 100 characters counts as a whole one.',
      ],
    },
    {
      title: 'How they are spent',
      lines: [
        'Credits that expire first are spent first; among those that expire together, the oldest.',
        'Starting a task reserves its price. When the task is done the credits are spent. When it fails, or is deleted while it waits, they are returned.',
        `Credits of a failed task that expired while it ran can be spent for ${RETURNED_CREDITS_DAYS} more days. If you cancel a task yourself, credits that have expired meanwhile are lost.`,
      ],
    },
    {
      title: 'When they expire',
      lines: [
        'Gifts expire with the month, by the calendar of the account’s time zone. Packages expire the number of days after payment that was shown at the purchase. Credits that are reserved for a task do not expire before it ends.',
      ],
    },
    {
      title: 'Refunds',
      lines: [
        'Write to us by “Feedback”, with the number of the task or the order. For a task we return credits. When a package is refunded, what is left of its credits is removed; a partial refund removes the same part of them. Other credits are never touched.',
        'While a bank examines a payment, the credits of its order are on hold.',
      ],
    },
    {
      title: 'Other terms',
      lines: ['Credits belong to the account, can’t be sold or passed on, and are not money.'],
    },
  ],
}

const zh_cn: Policy = {
  title: '积分政策',
  table: [
    ['积分', '数量', '有效期'],
    ['注册礼包', `${SIGN_UP_CREDITS} 积分，每个账号一次`, `${SIGN_UP_CREDITS_DAYS} 天`],
    ['每月赠送', `${MONTHLY_GIFT_CREDITS} 积分，从注册次月起`, '当月月底'],
    ['购买套餐', '以购买数量及赠送数量为准', '自付款之日起 180 天或 365 天'],
  ],
  sections: [
    {
      title: '积分的用途',
      lines: [
        '积分用于执行任务，包括字幕提取、翻译、配音、字幕擦除和视频合成。任务启动前会显示所需积分。编辑、保存和下载不消耗积分。',
        '按每 30 秒或每 100 个字符计费，不足一个单位按一个单位计算。',
      ],
    },
    {
      title: '积分的扣除',
      lines: [
        '优先扣除最早到期的积分；到期时间相同的，先扣除较早到账的。',
        '任务启动时预留所需积分，任务完成后扣除。任务失败，或在排队时被删除的，预留的积分退回。',
        `任务失败而积分在此期间到期的，退回后可继续使用 ${RETURNED_CREDITS_DAYS} 天。自行删除任务的，积分按原有效期失效。`,
      ],
    },
    {
      title: '积分的到期',
      lines: [
        '每月赠送的积分按账号所在时区于月底失效，购买的套餐按购买时所示天数失效。已为任务预留的积分，在任务结束前不会失效。',
      ],
    },
    {
      title: '退款',
      lines: [
        '请通过“反馈”联系我们，并提供任务编号或订单编号。任务类申请退还积分；套餐退款时收回该套餐剩余的积分，部分退款按比例收回，其他来源的积分不受影响。',
        '银行调查付款期间，该订单的积分暂停使用。',
      ],
    },
    { title: '其他', lines: ['积分归账号所有，不可出售或转让，不等同于货币。'] },
  ],
}

function documentOf({ title, sections, table }: Policy): Document {
  const rows = table.map(
    (cells, at) =>
      new TableRow({
        children: cells.map(
          (text) => new TableCell({ children: [new Paragraph({ children: [new TextRun({ text, bold: at === 0 })] })] }),
        ),
      }),
  )
  const parts = sections.flatMap((section) => [
    new Paragraph({ text: section.title, heading: HeadingLevel.HEADING_2 }),
    ...section.lines.map((text) => new Paragraph({ text })),
  ])
  return new Document({
    title,
    creator: 'Cuelane',
    sections: [
      {
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
          new Table({ rows, width: { size: 100, type: WidthType.PERCENTAGE } }),
          ...parts,
        ],
      },
    ],
  })
}

for (const [language, policy] of Object.entries({ en, zh_cn })) {
  const file = join(import.meta.dirname, '../public', `credit-policy-${language}.docx`)
  writeFileSync(file, await Packer.toBuffer(documentOf(policy)))
  console.log(file)
}
