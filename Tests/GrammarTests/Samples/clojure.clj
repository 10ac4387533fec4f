;; Orders of a small shop.
(ns shop.orders
  "Everything about orders."
  (:require [clojure.string :as str]
            [clojure.set :refer [union difference]])
  (:import (java.time Instant Duration)
           java.util.UUID))

(def ^:dynamic *currency* "EUR")
(def ^:private rates {:EUR 1.0, :USD 1.08M, :GBP 5/6})
(defonce state (atom {}))

(declare total)

(defrecord Order [id lines ^String customer])

(defprotocol Priced
  (price [this] "What it costs."))

(extend-protocol Priced
  Order
  (price [this] (reduce + 0 (map :amount (:lines this))))
  nil
  (price [_] 0))

(defn make-order
  "Makes an order of the given `lines`."
  {:added "1.0"}
  ([lines] (make-order lines "nobody"))
  ([lines customer & {:keys [rush?] :or {rush? false}}]
   {:pre [(vector? lines) (not (str/blank? customer))]}
   (->Order (UUID/randomUUID) lines customer)))

(defn- discount [amount]
  (cond
    (>= amount 1000) (* amount 0.9)
    (< 100 amount 1000) (- amount 5)
    :else amount))

(defmulti describe :kind)
(defmethod describe :book [{:keys [title pages]}]
  (str "A book: " title " (" pages " pages)\n"))
(defmethod describe :default [x] (pr-str x))

(defmacro unless [test & body]
  `(if (not ~test)
     (do ~@body)
     nil))

(defn summary [orders]
  (let [n (count orders)
        by-customer (group-by :customer orders)
        sums (into {} (for [[k v] by-customer
                            :when (seq v)]
                        [k (apply + (map price v))]))]
    (when (pos? n)
      (doseq [[customer amount] sums]
        (println (format "%-10s %8.2f" customer (double amount))))
      (->> sums
           (sort-by val >)
           (take 3)
           (mapv first)))))

(defn find-order [id]
  (if-let [order (get @state id)]
    order
    (throw (ex-info "No such order" {:id id ::reason :missing}))))

(defn parse [line]
  (try
    (let [[_ name amount] (re-matches #"(\w+):\s*(\d+)" line)]
      {:name name :amount (Long/parseLong amount)})
    (catch NumberFormatException e
      (.printStackTrace e))
    (finally (println "done"))))

(loop [i 0 acc []]
  (if (= i 10)
    acc
    (recur (inc i) (conj acc (* i i)))))

(swap! state assoc :last #inst "2024-01-01")
(reset! state #{1 2 3})
(map #(+ %1 %2 0x1F 2r1010 1e3 -7 42N) [1 2] '(3 4))
(def chars [\a \newline \space \u0041 \\])
(def quoted '[a b c])
#_(ignored (form here))
(-> {} (assoc :a 1) (update :a inc) :a)
(fn [x] (and x true (or false nil)))
(.. System getProperties (get "os.name"))
#?(:clj (Instant/now) :cljs (js/Date.))
(comment
  (summary [(make-order [{:amount 5}])])
  ##Inf)
(def ^:private ^String *out* 1)
`(when ~x (if y ~@z)) '(foo if 1)
