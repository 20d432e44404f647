/** Names of columns that say whether an account may be used, in languages other than English, as `lastName` writes names. */
export const standingNamesInLanguages = {
  disabled: names(`
    comptedesactive compteinactif kontogesperrt gesperrtam istgesperrt inaktiv comptebloque suspendu inactif suspendido inactivo
    suspenso sospeso inattivo inactief nieaktywny zawieszony dezaktywowany pasif engelli yasakli 無効フラグ 停止フラグ 利用停止 停用 是否停用 是否禁用
    gesperrt deaktiviert bloque desactive bloqueado desactivado inativo desativado bloccato disabilitato disattivato geblokkeerd
    uitgeschakeld zablokowany engellendi devredisi 無効 停止中 禁用 已禁用 冻结 заблокирован заблокирована отключен отключена забанен
    zablokirovan otklyuchen zabanen заблоковано заблоковании блокиран letiltva letiltott tiltva tiltott zablokovan zablokovany
    deaktivovan blokiran onemogucen blocat suspendat dezactivat nonaktif diblokir dinonaktifkan tidakaktif bikhoa dakhoa
    yasaklandi askida sparrad avstangd sperret estetty αποκλεισμενος ανενεργος απενεργοποιημενος محظور معطل موقوف חסום מושבת
    غیرفعال مسدود مسدودشده ระงบ ถกระงบ ระงบการใชงาน 정지여부 차단여부 비활성여부 利用停止フラグ jinyong shifoujinyong tingyong shifoutingyong dongjie
    shifoudongjie
  `),
  /** A column whose values say it in words or numbers of their own. */
  status: names(`
    kontostatus benutzerstatus statut estado estatus situacao stato durum ステータス 状態 状态 账号状态 用户状态 狀態 hesapdurumu kullanicidurumu
    uyelikdurumu trangthai tinhtrang statusakun statuspengguna statusanggota stan stankonta stav stavuctu allapot statusz stare
    stanje tila κατασταση статус состояние стан състояние sostoyanie الحالة حالة حالةالحساب حالةالمستخدم סטטוס מצב وضعیت
    وضعیتکاربر وضعیتحساب สถานะ 상태 계정상태 회원상태 사용자상태 アカウント状態 会員状態 利用状態 利用状況 zhuangtai yonghuzhuangtai zhanghaozhuangtai
  `),
  /** The opposite of disabled. */
  active: names(`
    ati aktiv istaktiv aktiviert freigeschaltet actif estactif compteactif activo estaactivo habilitado activado ativo estaativo
    ativado attivo abilitato attivato actief isactief geactiveerd aktywny czyaktywny aktywne aktif etkin aktifmi 有効 有効フラグ アクティブ
    启用 是否启用 已启用 激活 有效 是否有效 активен активна активныи активно активнии aktiven aktivna aktivnyi aktivnyj aktivni aktivan activ
    aktiivinen ενεργος ενεργο نشط مفعل فعال פעיל 활성 활성여부 활성화여부 사용여부 ใชงาน เปดใชงาน hoatdong kichhoat dakichhoat qiyong
    shifouqiyong shifouyouxiao
  `),
  deleted: names(`
    supprimele excluidoem apagadoem eliminatoil eliminadoen eliminadoel usunietydnia geloescht geloschtam geloeschtam loschdatum
    datesuppression fechaeliminacion fechaborrado dataeliminazione dataeliminacao datumverwijderd fechadebaja fechabaja dadodebaja dataexclusao datacancellazione verwijderdop datausuniecia silinmetarihi 退会
    退会日 退会済み 退会フラグ 削除フラグ 注销 已注销 是否删除 删除标志 geloscht supprime eliminado borrado excluido eliminato cancellato verwijderd usuniety
    silindi 削除済み 削除 已删除 删除 удален удалена удалено датаудаления пометкаудаления пометканаудаление помеченнаудаление позначкавилучення udalen udalyon udaleno видалено видалении изтрит silinmis
    silinmismi silindimi daxoa dabixoa dihapus terhapus dihapuspada usunieto czyusuniety smazano smazan smazany
    odstraneno zmazany zmazane torolve torolt sters obrisan obrisano izbrisan raderad borttagen slettet poistettu διαγραμμενος
    διαγραφηκε محذوف נמחק מחוק حذفشده ลบแลว ถกลบ 삭제여부 삭제일시 탈퇴여부 탈퇴일 탈퇴일시 削除済 退会済 shanchu shifoushanchu yishanchu shanchubiaozhi
  `),
} as const

/** Values in these languages, in lower case: yes and no, also in one letter, as tables write them, and a status that is off or on. */
export const valuesInLanguages = {
  yes: values(`
    ja, j, oui, o, si, sí, sì, s, sim, tak, evet, はい, 是, ○, ✓, ✔, ✅, да, ano, áno, igen, kyllä, da, 예, wahr, vrai, verdadero, verdadeiro,
    vero, waar, prawda, doğru, 可, истина, ναι, ya, iya, có, так, taip, jah, jā, ใช่, हाँ, כן, نعم, بله
  `),
  no: values(`
    nein, non, net, não, nao, nee, nie, hayır, hayir, いいえ, 否, ×, ✗, ✘, ✖, ❌, нет, не, ne, nem, ei, nu, nej, nei, 아니요, 아니오, falsch, faux, falso,
    onwaar, fałsz, yanlış, 不可, ложь, όχι, tidak, không, ні, nē, ไม่, ไม่ใช่, नहीं, לא, لا, خیر
  `),
  disabled: values(`
    inaktiv, gesperrt, deaktiviert, gekündigt, ruhend, blockiert, gebannt, verbannt, banni, desactive, baneado, deshabilitado,
    inhabilitado, expulsado, banido, desabilitado, bannato, disabilitato, geschorst, uitgeschakeld, inactif, bloqué, désactivé, suspendu, inactivo, bloqueado, suspendido,
    desactivado, inativo, suspenso, desativado, inattivo, non attivo, bloccato, sospeso, disattivato, inactief, geblokkeerd, nieaktywny,
    zablokowany, zawieszony, zamknięty, zablokovaný, neaktivní, zrušený, заблокирован, неактивен, неактивный, отключён, отключен,
    забанен, заблоковано, inaktív, letiltva, letiltott, pasif, engelli, devre dışı, 無効, 停止, 停止中, 禁用, 停用, 已禁用, 冻结, 无效, nonaktif,
    non-aktif, tidak aktif, diblokir, ditangguhkan, dibekukan, dinonaktifkan, bị khóa, bị khoá, đã khóa, đã khoá, khóa, khoá, tạm khóa, bi
    khoa, da khoa, bị cấm, ngừng hoạt động, không hoạt động, vô hiệu hóa, đình chỉ, askıda, engellendi, yasaklı, yasaklandı, kilitli,
    kapalı, donduruldu, dondurulmuş, aktif değil, блокирован, не активен, приостановлен, уволен, архивный, zablokirovan, neaktiven, otklyuchen,
    zabanen, заблокований, неактивний, вимкнено, блокиран, спрян, wyłączony, zbanowany, dezaktywowany, zablokován, blokován,
    deaktivován, pozastaven, neaktívny, deaktivovaný, pozastavený, tiltva, tiltott, felfüggesztve, felfüggesztett, zárolt, zárolva,
    kitiltva, inactiv, blocat, suspendat, dezactivat, neaktivan, blokiran, suspendiran, suspendovan, onemogućen, deaktiviran, spärrad,
    avstängd, blockerad, spærret, blokeret, deaktiveret, sperret, deaktivert, estetty, lukittu, ei käytössä, ανενεργός, αποκλεισμένος,
    απενεργοποιημένος, κλειδωμένος, σε αναστολή, محظور, معطل, موقوف, مغلق, غير نشط, غير مفعل, غير فعال, חסום, לא פעיל, מושבת, מושעה,
    נעול, غیرفعال, غیر فعال, مسدود, مسدود شده, معلق, निष्क्रिय, अवरुद्ध, निलंबित, ระงับ, ถูกระงับ, ระงับการใช้งาน, ปิดใช้งาน, ไม่ใช้งาน,
    退会, 退会済み, 凍結, 利用停止, 정지, 이용정지, 차단, 탈퇴, 휴면, 비활성, 비활성화, 잠금, 已冻结, 已停用, 封禁, 已封禁, 锁定, 已锁定, 注销, 已注销, 离职, 離職, 停權, ロック中, 非アクティブ, 사용중지, 미사용,
    stillgelegt, ausgesetzt, verriegelt, archiviert, verrouillé, verrouillée, archivé, archivée, radié, radiée, archivado, vetado, arquivado,
    archiviato, vergrendeld, gearchiveerd, zarchiwizowany, zakázán, uzamčen, zakázaný, uzamčený, onemogočen, выключен, вимкнений,
    призупинено, utestengt, poissa käytöstä, epäaktiivinen, passiivinen, jäädytetty, ei aktiivinen, dormant, etkin değil
  `),
  deleted: values(`
    usunięty, smazaný, удалён, удален, видалено, törölt, silinmiş, silindi, dihapus, đã xóa, udalen, видалений, изтрит, smazán, zmazaný, törölve,
    șters, obrisan, izbrisan, raderad, slettet, poistettu, διαγραμμένος, محذوف, נמחק, מחוק, حذف شده, ลบแล้ว, 削除済み, 삭제, gelöscht,
    geloescht, supprimé, eliminado, borrado, removido, excluído, excluido, apagado, eliminato, cancellato, verwijderd, 已删除, 已刪除, 删除, 刪除,
    削除, erased, purged, effacé, effacée, supprimée, gewist, skasowany, skasowano, usunięte, odstraněn, odstraněný, odstránený, διεγράφη,
    borttagen, borttaget, fjernet, terhapus, हटाया गया, удалённый, ștearsă
  `),
  enabled: values(`
    aktiv, freigeschaltet, разрешён, разрешен, actif, activo, ativo, attivo, actief, aktywny, aktivní, aktív, активен, активна, активный, активний,
    aktif, etkin, 有効, 启用, 已启用, 正常, 有效, hoạt động, đang hoạt động, hoat dong, đã kích hoạt, aktiven, aktivna, aktívny, activ,
    aktivan, aktiivinen, käytössä, ενεργός, ενεργή, نشط, نشطة, مفعل, مفعلة, فعال, فعالة, פעיל, פעילה, सक्रिय, ใช้งาน, ใช้งานอยู่, เปิดใช้งาน, ปกติ, 利用中, 在籍, 활성, 정상,
    사용, 사용중, 이용중, 재직, 激活, 活跃, 啟用, 在用, アクティブ, freigegeben, entsperrt, validé, habilitado, abilitato, ingeschakeld,
    włączony, odblokowany, povolen, povolený, engedélyezett, engedélyezve, omogućen, omogočen, включен, включён, действующий,
    увімкнено, увімкнений, kích hoạt, in use
  `),
} as const

function names(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** The values of a text, which commas separate: some have several words. */
function values(text: string): readonly string[] {
  return text.split(',').map((one) => one.trim().replaceAll(/\s+/g, ' '))
}
