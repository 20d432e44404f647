import { describe, expect, it } from 'vitest'
import { lastName } from '../../../shared/mapping/names/column-words.ts'
import { loginNamesInLanguages } from '../../../shared/mapping/names/names-in-languages.ts'
import { standingNamesInLanguages } from '../../../shared/mapping/names/standing/standing-in-languages.ts'
import { standingName } from '../../../shared/mapping/names/standing/standing-names.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

type Words = readonly [status: string, on: string, off: string, deleted: string, yes: string, no: string]

const languages: Readonly<Record<string, Words>> = {
  'Chinese in pinyin': ['zhuangtai', '正常', '停用', 'shifou_shanchu', '是', '否'],
  'Russian in Latin letters': ['sostoyanie', 'aktiven', 'zablokirovan', 'udalen', 'da', 'net'],
  Russian: ['Статус', 'Активен', 'Заблокирован', 'Удалён', 'да', 'нет'],
  Ukrainian: ['Статус', 'активний', 'заблокований', 'Видалено', 'так', 'ні'],
  Turkish: ['Hesap Durumu', 'Aktif', 'Askıda', 'Silinmiş mi', 'Evet', 'Hayır'],
  Vietnamese: ['Trạng thái', 'Hoạt động', 'Ngừng hoạt động', 'Đã xóa', 'có', 'không'],
  'Vietnamese without marks': ['trang_thai', 'hoat dong', 'bi khoa', 'da_xoa', '1', '0'],
  Indonesian: ['status_akun', 'Aktif', 'Nonaktif', 'dihapus', 'ya', 'tidak'],
  Polish: ['Stan', 'Aktywny', 'Wyłączony', 'Usunięty', 'TAK', 'NIE'],
  Czech: ['stav', 'aktivní', 'zablokován', 'smazano', 'ano', 'ne'],
  Slovak: ['stav', 'aktívny', 'zablokovaný', 'zmazany', 'áno', 'nie'],
  Hungarian: ['Állapot', 'Aktív', 'Tiltva', 'Törölt', 'Igen', 'Nem'],
  Greek: ['Κατάσταση', 'Ενεργός', 'Ανενεργός', 'Διαγραμμένος', 'Ναι', 'Όχι'],
  Arabic: ['الحالة', 'نشط', 'محظور', 'محذوف', 'نعم', 'لا'],
  Hebrew: ['סטטוס', 'פעיל', 'חסום', 'נמחק', 'כן', 'לא'],
  Persian: ['وضعیت', 'فعال', 'غیرفعال', 'حذف شده', 'بله', 'خیر'],
  Thai: ['สถานะ', 'ใช้งาน', 'ระงับ', 'ลบแล้ว', 'ใช่', 'ไม่ใช่'],
  Japanese: ['利用状況', '利用中', '利用停止', '削除済', 'はい', 'いいえ'],
  Korean: ['계정상태', '정상', '휴면', '탈퇴여부', '예', '아니요'],
  Romanian: ['stare', 'activ', 'blocat', 'sters', 'da', 'nu'],
  Serbian: ['status', 'aktivan', 'blokiran', 'obrisan', 'da', 'ne'],
  Bulgarian: ['Статус', 'активен', 'блокиран', 'Изтрит', 'да', 'не'],
  Swedish: ['status', 'aktiv', 'spärrad', 'raderad', 'ja', 'nej'],
  'signs of forms': ['status', 'active', 'banned', 'deleted', '✓', '✗'],
  'boxes of forms': ['status', 'active', 'banned', 'deleted', '✅', '❌'],
  'Turkish with other endings': ['hesap_durumu', 'Aktif', 'Dondurulmuş', 'silindi', 'Evet', 'Hayır'],
  Finnish: ['tila', 'aktiivinen', 'estetty', 'poistettu', 'kyllä', 'ei'],
}

describe('a status and the flag of deletion are read', () => {
  it.each(Object.entries(languages))('in %s', (_, [status, on, off, deleted, yes, no]) => {
    const records = [0, 1, 2, 3].map((n) => ({
      email: `user${n}@example.com`,
      [status]: n === 1 ? off : on,
      [deleted]: n === 2 ? yes : no,
    }))
    const read = tableReader(suggestMapping({ header: ['email', status, deleted], records }).mapping)
    const entries = records.map((record) => read(record))
    expect(entries.map((entry) => (entry.kind === 'user' ? entry.user.standing : entry.kind))).toEqual([
      'active',
      'disabled',
      'deleted',
      'active',
    ])
  })
})

it.each(['sfsc', 'scbz', 'is_udalyon', 'shan_chu', 'غیرفعال', 'zmazane'])(
  'the name %s alone speaks of users that are kept out',
  (name) => {
    expect(standingName(name)).toBe('keeps-out')
  },
)

it.each(['sfscreen', 'stanza', 'udalost', 'zt', 'scan', 'estetik', 'khoa', 'shanghai'])(
  'the name %s says nothing of being kept out',
  (name) => {
    expect(standingName(name)).not.toBe('keeps-out')
  },
)

it('each name stands as names are compared', () => {
  const all = [loginNamesInLanguages, standingNamesInLanguages].flatMap((lists) => Object.values(lists).flat())
  expect(all.filter((name) => lastName(name) !== name)).toEqual([])
})

it('no name stands for two things', () => {
  const all = [loginNamesInLanguages, standingNamesInLanguages].flatMap((lists) => Object.values(lists).flat())
  expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([])
})
