/** 200 names whose letters and marks a Latin typeface has to set, by the language that they come from. */
const names = {
  Yoruba: `Adébáyọ̀ Ọlábísí Ṣadé Ọláṣẹ̀gún Bọ́lánlé Fẹ́mi Táíwò Kẹ́hìndé Àbẹ̀ní Ọmọ́tọ́lá Ṣọlá Yétúndé Adéṣọlá Ọpẹ́yẹmí Fọlákẹ́ Gbénga Ìdòwú Àdùkẹ́ Olúwaṣeun Tẹ́jú Mojísọ́lá Àjọkẹ́ Ẹniọlá Ṣẹ́gun Bùkọ́lá Ọ̀ṣun Ẹ̀bùn Ṣàngó`,
  Igbo: `Chiọma Nwanyịeze Ọdụn Ụzọma Ngọzi Ịfeọma Obiọma Ọbịageli Ezinwanyị Chịka Ụchenna Ṅwa Nnamdị Okwuọma Ịjeọma Ọnyịnye Adaọbị Ebụbe Ụgọchi Kelechị Ọ́nụ Ịfeanyị`,
  Akan: `Kɔfi Akɔsua Yɛboa Ɔsei Ɛsi Abɛna Kwɛku Ɔbɛng Afɔah Ɔwusu Nyamɛ Ɔkɔmfɔ Agyɛman Mɛnsã Ɔforiwaa Ɛnyam Ɔpɔkuwa Kɔ́fi`,
  Ewe: `Kɔdzo Akpɛnɛ Ŋutifafa Sɛnam Ɖela Ƒafa Ʋinyo Mawuɛna Edɔ Kafui Ɖzifa Ɣedula Elikɛ́m Yɔ̀dɔ Xɔse Ŋunyo Dzɔdzɔe Aʋedzi`,
  Hausa: `Ɓala Ɗahiru Ƙasim Ƴarima Abɗul Haɗiza Ɗanladi Maiƙudi Ƙwarai Hauwaʼu Ɓaure Saɗiya Laɗi Ƴancƙi Iɓrahim Maɗaki Ƙafur Ɗantata`,
  Vietnamese: `Nguyễn Trần Phạm Huỳnh Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Phượng Thảo Ngọc Ánh Tuyết Hạnh Mỹ Linh Quỳnh Hương Thủy Yến Đức Hiếu Khởi Ẩn`,
  Māori: `Tāne Māia Hēmi Wīremu Rāwiri Mārama Tūī Kōwhai Hōne Pāora Rīpeka Ngāire Whetū Māui Ēnoka Ūpoko`,
  Turkish: `Ayşe Çağla Gülşen İbrahim Işıl Oğuz Şükrü Yıldız Özgür Ümit Barış Doğan Nazlı Pınar Tuğçe Ömür Kıvanç Ağaoğlu`,
  Polish: `Łukasz Małgorzata Żaneta Święta Jędrzej Wąsik Ździsław Kaźmierz Grażyna Bożena Stanisław Ćwik Żółć Łęcka Piękoś Źrebiec Śliwa Ńjac`,
  Kikuyu: `Ngũgĩ Wanjikũ Mũthoni Wambũi Gĩthae Nyokabĩ Mũmbi Kariũki Wangarĩ Njerĩ Mwangĩ Gĩtaũ Mũgo Wairimũ Kĩarie Mũriũki`,
} satisfies Record<string, string>;

/** The list, one entry a name. */
export const allNames = Object.values(names).flatMap((some) => some.split(' '));
